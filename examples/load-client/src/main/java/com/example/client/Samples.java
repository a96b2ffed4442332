package com.example.client;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Latencies in microseconds; beyond a limit, a uniform random choice of them (the maximum stays exact). */
public final class Samples {
    private static final int DEFAULT_LIMIT = 4_000_000;

    private final SplittableRandom random = new SplittableRandom(1);
    private final int limit;
    private int[] values = new int[1024];
    private int size;
    private long count;
    private int max;

    /** Keeps up to four million values. */
    public Samples() {
        this(DEFAULT_LIMIT);
    }

    /** Keeps up to {@code limit} values, at least 1. */
    Samples(int limit) {
        this.limit = limit;
    }

    /** Adds a latency in nanoseconds. */
    public void addNanos(long nanos) {
        int micros = (int) Math.min(Integer.MAX_VALUE, nanos / 1000);
        count++;
        max = Math.max(max, micros);
        if (size < limit) {
            if (size == values.length) {
                values = Arrays.copyOf(values, (int) Math.min(limit, 2L * size));
            }
            values[size++] = micros;
        } else {
            long slot = random.nextLong(count);
            if (slot < size) {
                values[(int) slot] = micros;
            }
        }
    }

    /** How many values were added. */
    public long count() {
        return count;
    }

    /** The largest value added; 0 if there is none. */
    public int maxMicros() {
        return max;
    }

    /**
     * The smallest value that is not below {@code percent} per cent of the values (nearest rank); 0 if there is none.
     *
     * @param percent above 0, at most 100
     */
    public int percentileMicros(double percent) {
        if (size == 0) {
            return 0;
        }
        int[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * size);
        return sorted[Math.max(1, Math.min(size, rank)) - 1];
    }
}

package dev.weft.bench;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Delays that were measured, from {@link #begin} on, in nanoseconds; at most two million. Thread-safe. */
final class Delays {
    private static final int MOST = 2_000_000;

    private final long[] nanos = new long[MOST];
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean counts;

    /** From now on what is added counts. */
    void begin() {
        counts = true;
    }

    void add(long delay) {
        if (counts) {
            int at = count.getAndIncrement();
            if (at < MOST) {
                nanos[at] = delay;
            }
        }
    }

    /** The least that half of all, and 99 of 100, do not exceed, and the largest: in milliseconds. */
    String told() {
        long[] all = Arrays.copyOf(nanos, Math.min(MOST, count.get()));
        if (all.length == 0) {
            throw new IllegalStateException("nobody has gone on beside those that compute");
        }
        Arrays.sort(all);
        return millis(all[all.length / 2]) + " " + millis(all[all.length - 1 - all.length / 100]) + " "
                + millis(all[all.length - 1]);
    }

    private static String millis(long nanos) {
        return String.format("%.4f", nanos / 1e6);
    }
}

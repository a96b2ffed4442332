package dev.weft.bench;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How late light threads are beside some that compute some 15 ms at a time. Arguments: what those do then ({@code spin}
 * on, {@code yield}, {@code sleep} 1 ms, {@code feed} a queue that another thread empties), their number, and for how
 * many seconds. Prints, in milliseconds, how late the half, 99 of 100, and the latest wake-ups of one thread are that
 * sleeps 1 ms at a time; the same of the times of a byte's echo over a connection; and the time
 * between two ends of such computations, of all together.
 */
public final class Hogs {
    private static final long SLICE_NANOS = 15_000_000;
    private static final LongSupplier STEPS = Hogs::steps;

    private static final LongAdder SLICES = new LongAdder();
    private static final BlockingQueue<Long> QUEUE = new LinkedBlockingQueue<>();
    private static volatile boolean isOver;
    private static volatile long sum;

    private Hogs() {}

    /** See the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String then = args[0];
        int slice = slice();
        Delays sleeps = new Delays();
        Delays echoes = new Delays();
        ThreadMaker.makeBlocking(() -> sleep(sleeps)).start();
        EchoPair.start(0, echoes, () -> isOver);
        ThreadMaker.makeBlocking(Hogs::empty).start();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            ThreadMaker.makeBlocking(() -> compute(then, slice)).start();
        }
        // until all is compiled
        Thread.sleep(4_000);
        sleeps.begin();
        echoes.begin();
        int seconds = Integer.parseInt(args[2]);
        long before = SLICES.sum();
        Thread.sleep(1_000L * seconds);
        long slices = SLICES.sum() - before;
        System.out.println(sleeps.told() + " " + echoes.told() + " " + 1e3 * seconds / slices);
        System.exit(0);
    }

    /** How many steps take so long on a processor of its own. */
    private static int slice() {
        int steps = 0;
        for (int round = 0; round < 20; round++) {
            long start = System.nanoTime();
            for (steps = 0; System.nanoTime() - start < SLICE_NANOS; steps++) {
                sum += STEPS.getAsLong();
            }
        }
        return steps;
    }

    private static void compute(String then, int slice) throws InterruptedException {
        while (!isOver) {
            long result = 0;
            for (int i = 0; i < slice; i++) {
                result += STEPS.getAsLong();
            }
            SLICES.increment();
            switch (then) {
                case "spin":
                    break;
                case "yield":
                    Thread.yield();
                    break;
                case "sleep":
                    Thread.sleep(1);
                    break;
                case "feed":
                    QUEUE.put(result);
                    break;
                default:
                    throw new IllegalArgumentException("spin, yield, sleep or feed, not " + then);
            }
            sum = result;
        }
    }

    private static void empty() throws InterruptedException {
        while (!isOver) {
            sum = QUEUE.take();
        }
    }

    private static void sleep(Delays delays) throws InterruptedException {
        while (!isOver) {
            long due = System.nanoTime() + 1_000_000;
            Thread.sleep(1);
            delays.add(System.nanoTime() - due);
        }
    }

    private static long steps() {
        long result = 0;
        for (int i = 0; i < 1_000; i++) {
            result = result * 31 + i;
        }
        return result;
    }
}

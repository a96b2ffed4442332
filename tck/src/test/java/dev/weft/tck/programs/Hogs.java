package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that compute for some milliseconds at a time and then yield, beside one that sleeps for a millisecond at a
 * time. Prints how often they have yielded while it has slept so and so often: a ratio, which does not depend on the
 * speed of the machine.
 */
public final class Hogs {
    private static final int WORK = 6_000_000;

    private static final AtomicInteger YIELDS = new AtomicInteger();
    private static volatile boolean isOver;
    private static volatile long result;

    private Hogs() {}

    /** The arguments are the number of threads that compute, and how often the other one is to sleep. */
    public static void main(String[] args) throws Exception {
        Thread[] hogs = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < hogs.length; i++) {
            hogs[i] = new Thread(Hogs::compute);
            hogs[i].start();
        }
        // each has computed before it is looked at
        while (YIELDS.get() < 3 * hogs.length) {
            Thread.sleep(1);
        }
        int sleeps = Integer.parseInt(args[1]);
        int[] before = new int[1];
        Thread sleeper = new Thread(() -> {
            before[0] = YIELDS.get();
            sleep(sleeps);
            before[0] = YIELDS.get() - before[0];
            isOver = true;
        });
        sleeper.start();
        sleeper.join();
        for (Thread each : hogs) {
            each.join();
        }
        System.out.println("yields: " + before[0]);
    }

    private static void sleep(int times) {
        try {
            for (int i = 0; i < times; i++) {
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void compute() {
        while (!isOver) {
            long x = 1;
            for (int i = 0; i < WORK; i++) {
                x = x * 31 + i ^ x >>> 7;
            }
            result = x;
            YIELDS.incrementAndGet();
            Thread.yield();
        }
    }
}

package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that stand before a monitor whose owner sleeps in it; who has entered comes again and again, between others.
 * Prints how often one of them has entered, at most, when each has: a count, which depends on the machine only where it
 * stops a carrier, so that another one takes its place.
 */
public final class LongEntryQueue {
    private static final Object MONITOR = new Object();
    private static final AtomicInteger ENTERED = new AtomicInteger();
    private static final AtomicInteger STARTED = new AtomicInteger();

    private static int entries;
    private static int most;
    private static int mostWhenAllHad;

    private LongEntryQueue() {}

    /** The arguments are the number of threads, and after how many entries one of them yields inside. */
    public static void main(String[] args) throws Exception {
        int yields = Integer.parseInt(args[1]);
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        Thread owner = new Thread(() -> {
            synchronized (MONITOR) {
                while (STARTED.get() < threads.length) {
                    sleep();
                }
                for (Thread each : threads) {
                    while (each.getState() != Thread.State.BLOCKED) {
                        sleep();
                    }
                }
                // so long that all have waited for long
                for (int i = 0; i < 20; i++) {
                    sleep();
                }
            }
        });
        owner.start();
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> comesAgainAndAgain(threads.length, yields));
            threads[i].start();
        }
        owner.join();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("most: " + mostWhenAllHad);
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void comesAgainAndAgain(int all, int yields) {
        STARTED.incrementAndGet();
        for (int i = 1; ENTERED.get() < all; i++) {
            synchronized (MONITOR) {
                most = Math.max(most, i);
                if (i == 1 && ENTERED.incrementAndGet() == all) {
                    mostWhenAllHad = most;
                }
                if (++entries % yields == 0) {
                    Thread.yield();
                }
            }
            Thread.yield();
        }
    }
}

package dev.weft.tck.programs;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that yield again and again, beside those that the main thread starts meanwhile, which only say that they have
 * run. Prints how often one has yielded until all the others had run: a count, which does not depend on the speed of
 * the machine.
 */
public final class StartedBesideLoops {
    private static final int LOOPS = 4;

    private static final AtomicInteger RUN = new AtomicInteger();

    private static volatile boolean areStarted;

    private StartedBesideLoops() {}

    /** The argument is the number of threads that are started. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Thread[] threads = new Thread[LOOPS];
        int[] yields = new int[LOOPS];
        AtomicInteger looping = new AtomicInteger();
        for (int i = 0; i < LOOPS; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                looping.incrementAndGet();
                while (RUN.get() < count) {
                    yields[number] += areStarted ? 1 : 0;
                    Thread.yield();
                }
            });
            threads[i].start();
        }
        while (looping.get() < LOOPS) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < count; i++) {
            new Thread(RUN::incrementAndGet).start();
        }
        areStarted = true;
        int most = 0;
        for (int i = 0; i < LOOPS; i++) {
            threads[i].join();
            most = Math.max(most, yields[i]);
        }
        System.out.println("most: " + most);
    }
}

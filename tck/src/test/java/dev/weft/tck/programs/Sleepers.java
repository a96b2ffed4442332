package dev.weft.tck.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many threads that sleep at the same time. Prints how many have slept too little, and the number of kernel threads.
 */
public final class Sleepers {
    private Sleepers() {}

    /** The argument is the number of threads. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        CountDownLatch done = new CountDownLatch(count);
        AtomicInteger tooEarly = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            int millis = 1_000 + i % 1_000;
            new Thread(() -> {
                        long start = System.nanoTime();
                        try {
                            Thread.sleep(millis);
                        } catch (InterruptedException e) {
                            tooEarly.incrementAndGet();
                        }
                        if (System.nanoTime() - start < millis * 1_000_000L) {
                            tooEarly.incrementAndGet();
                        }
                        done.countDown();
                    })
                    .start();
        }
        System.out.println("kernel threads: " + BlockedReaders.kernelThreads());
        done.await();
        System.out.println("too early: " + tooEarly);
    }
}

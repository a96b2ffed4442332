package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Very many threads, all parked at the same time, then all woken and ended. Prints the bytes of heap per thread, the
 * seconds until all were parked, and the seconds until all had ended.
 */
public final class Millions {
    /** Threads started before the starter waits until most of them have come to park. */
    private static final int AHEAD = 100_000;

    private static final LongAdder ENDED = new LongAdder();
    private static final AtomicInteger PARKING = new AtomicInteger();
    private static volatile boolean over;

    private Millions() {}

    /** Takes the number of threads. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        long empty = Footprint.usedHeap();
        long start = System.nanoTime();
        Thread[] threads = new Thread[count];
        for (int i = 0; i < count; i++) {
            threads[i] = ThreadMaker.make(Millions::parked);
            threads[i].start();
            while (i % 1000 == 0 && i - PARKING.get() > AHEAD) {
                Thread.sleep(1);
            }
        }
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        double parked = seconds(start);
        long perThread = (Footprint.usedHeap() - empty) / count;
        start = System.nanoTime();
        over = true;
        for (int i = 0; i < count; i++) {
            LockSupport.unpark(threads[i]);
        }
        for (int i = 0; i < count; i++) {
            threads[i].join();
            threads[i] = null;
        }
        double ended = seconds(start);
        if (ENDED.sum() != count) {
            throw new IllegalStateException(ENDED.sum() + " of " + count + " threads have ended well");
        }
        System.out.println(perThread + " " + parked + " " + ended);
    }

    private static double seconds(long since) {
        return (double) (System.nanoTime() - since) / TimeUnit.SECONDS.toNanos(1);
    }

    private static void parked() {
        PARKING.incrementAndGet();
        while (!over) {
            LockSupport.park();
        }
        ENDED.increment();
    }
}

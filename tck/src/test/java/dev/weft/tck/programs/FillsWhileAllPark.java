package dev.weft.tck.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads park for the first time; then {@code main} fills the heap, and wakes them. The first one forgets what fills
 * the heap. On the plain JDK none of them needs memory.
 */
public final class FillsWhileAllPark {
    private static final int THREADS = 8;

    private static final CountDownLatch PARK = new CountDownLatch(THREADS);
    private static volatile boolean isFull;
    private static volatile boolean isFree;

    private FillsWhileAllPark() {}

    private static int below(int depth) {
        if (depth > 0) {
            return below(depth - 1) + 1;
        }
        PARK.countDown();
        while (!isFull) {
            LockSupport.park();
        }
        FullHeap.filled = null;
        isFree = true;
        return 0;
    }

    /**
     * Prints how deep they were, together. With an argument it waits until the runtime is prepared; {@code half} has
     * more than half of the heap filled before.
     */
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[THREADS];
        int[] depths = new int[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads[i] = new Thread(() -> depths[number] = below(number));
            threads[i].start();
        }
        PARK.await();
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        if (args.length > 0) {
            if (args[0].equals("half")) {
                FullHeap.fillHalf();
            }
            FullHeap.awaitReserve();
            System.out.println("prepared");
        }
        System.out.println("parked");
        FullHeap.fill();
        isFull = true;
        for (Thread each : threads) {
            LockSupport.unpark(each);
        }
        while (!isFree) {
            Thread.onSpinWait();
        }
        int sum = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i].join();
            sum += depths[i];
        }
        System.out.println("depths: " + sum);
    }
}

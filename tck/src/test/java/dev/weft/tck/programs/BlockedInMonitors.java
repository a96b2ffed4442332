package dev.weft.tck.programs;

import dev.weft.tck.Await;
import dev.weft.tck.Check;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many threads, each blocked inside a monitor of its own, or in front of one: other threads go on meanwhile, and in the
 * end all of them. Prints the number of kernel threads meanwhile. The first argument is the way to block, the second
 * the count.
 */
public final class BlockedInMonitors {
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static final AtomicInteger DONE = new AtomicInteger();
    private static final CountDownLatch GO = new CountDownLatch(1);

    private BlockedInMonitors() {}

    private static void park(Object lock) throws InterruptedException {
        synchronized (lock) {
            BEGUN.incrementAndGet();
            GO.await();
            Check.that(Thread.holdsLock(lock), "held");
        }
    }

    private static void await(Object lock, long millis) throws InterruptedException {
        synchronized (lock) {
            BEGUN.incrementAndGet();
            while (GO.getCount() > 0) {
                lock.wait(millis);
            }
            Check.that(Thread.holdsLock(lock), "held");
        }
    }

    private static void enter(Object lock) {
        BEGUN.incrementAndGet();
        synchronized (lock) {
            Check.equal(0L, GO.getCount());
        }
    }

    private static void run(String way, Object lock) {
        try {
            switch (way) {
                case "park" -> park(lock);
                case "wait" -> await(lock, 0);
                case "timedWait" -> await(lock, 3_600_000);
                default -> enter(lock);
            }
            DONE.incrementAndGet();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** See the class. */
    public static void main(String[] args) throws Exception {
        String way = args[0];
        int count = Integer.parseInt(args[1]);
        Object[] locks = new Object[count];
        Thread[] threads = new Thread[count];
        int owners = 0;
        for (int i = 0; i < count; i++) {
            // who is to wait in front of a monitor finds it held by a parked thread, one for each ten
            boolean isShared = way.equals("enter") && i % 10 > 0;
            locks[i] = isShared ? locks[i - 1] : new Object();
            Object lock = locks[i];
            boolean isOwner = way.equals("enter") && !isShared;
            owners += isOwner ? 1 : 0;
            threads[i] = new Thread(() -> run(isOwner ? "park" : way, lock));
            if (isOwner) {
                int before = BEGUN.get();
                threads[i].start();
                Await.that("the owner is inside", () -> BEGUN.get() > before);
            }
        }
        for (Thread each : threads) {
            if (each.getState() == Thread.State.NEW) {
                each.start();
            }
        }
        for (Thread each : threads) {
            Await.blocked(each);
        }
        Check.equal(count, BEGUN.get());
        System.out.println("kernel threads: " + BlockedReaders.kernelThreads());
        Thread other = new Thread(() -> System.out.println("another goes on, while there are done: " + DONE));
        other.start();
        other.join();
        GO.countDown();
        for (int i = 0; i < count; i++) {
            synchronized (locks[i]) {
                locks[i].notifyAll();
            }
        }
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("done: " + DONE);
    }
}

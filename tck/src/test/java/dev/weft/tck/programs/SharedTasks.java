package dev.weft.tck.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints what is missing in a sum to which each of so many threads adds its number, wherever a method that has waited
 * reads it from its own object. That is the thread's task, another one that it calls, the thread itself, or a task
 * whose monitor is held meanwhile.
 */
public final class SharedTasks {
    private static final AtomicLong SUM = new AtomicLong();
    private static final int KINDS = 5;
    private static volatile boolean over;

    private SharedTasks() {}

    private static void waits(CountDownLatch waiting) {
        waiting.countDown();
        while (!over) {
            LockSupport.park();
        }
    }

    /** A task. */
    private static final class Job implements Runnable {
        private final long number;
        private final CountDownLatch waiting;

        private Job(long number, CountDownLatch waiting) {
            this.number = number;
            this.waiting = waiting;
        }

        @Override
        public void run() {
            waits(waiting);
            SUM.addAndGet(number);
        }
    }

    /** A task that runs another one. */
    private static final class Outer implements Runnable {
        private final Job job;

        private Outer(Job job) {
            this.job = job;
        }

        @Override
        public void run() {
            job.run();
            SUM.addAndGet(job.number);
        }
    }

    /** A task that holds its own monitor meanwhile. */
    private static final class Locked implements Runnable {
        private final Job job;

        private Locked(Job job) {
            this.job = job;
        }

        @Override
        public synchronized void run() {
            job.run();
            SUM.addAndGet(job.number);
            if (!Thread.holdsLock(this)) {
                System.out.println("the monitor was lost");
            }
        }
    }

    /** A thread that is its own task. */
    private static final class Own extends Thread {
        private final Job job;

        private Own(Job job) {
            this.job = job;
        }

        @Override
        public void run() {
            job.run();
            SUM.addAndGet(job.number);
        }
    }

    private static Thread thread(int number, CountDownLatch waiting) {
        Job job = new Job(number, waiting);
        switch (number % KINDS) {
            case 0:
                return new Thread(job);
            case 1:
                return new Thread(new Outer(job));
            case 2:
                return new Thread(new Locked(job));
            case 3:
                return new Own(job);
            default:
                return new Thread(() -> new Outer(job).run());
        }
    }

    /** Takes the number of threads. */
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        CountDownLatch waiting = new CountDownLatch(threads.length);
        long expected = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i] = thread(i, waiting);
            threads[i].start();
            expected += i % KINDS == 0 ? i : 2 * i;
        }
        waiting.await();
        System.gc();
        over = true;
        for (Thread each : threads) {
            LockSupport.unpark(each);
        }
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("missing: " + (expected - SUM.get()));
    }
}

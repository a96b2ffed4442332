package dev.weft.tck.soak;

import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Monitors, locks, queues, timers, interrupts, exceptions, deep stacks. */
final class ThreadWork {
    private static final int MILLION = 1_000_000;

    private ThreadWork() {}

    /** Counts in a monitor, suspended in it, and waits for a notification or its time. */
    static void monitor(Shared shared, Random random) throws Exception {
        int i = random.nextInt(shared.monitors.length);
        shared.ledger.in("steps in monitors", 1);
        synchronized (shared.monitors[i]) {
            int seen = shared.guarded[i];
            switch (random.nextInt(6)) {
                case 0 -> LockSupport.parkNanos(random.nextInt(100_000));
                case 1 -> Thread.yield();
                case 2 -> {
                    shared.monitors[i].wait(1 + random.nextInt(3));
                    seen = shared.guarded[i];
                }
                case 3 -> shared.monitors[i].notify();
                case 4 -> shared.monitors[i].notifyAll();
                default -> {
                    // in and out
                }
            }
            shared.guarded[i] = seen + 1;
        }
    }

    /** The same with a lock and its condition. */
    static void lock(Shared shared, Random random) throws Exception {
        int i = random.nextInt(shared.locks.length);
        if (!shared.locks[i].tryLock(random.nextInt(20), TimeUnit.MILLISECONDS)) {
            return;
        }
        try {
            shared.ledger.in("steps in locks", 1);
            switch (random.nextInt(4)) {
                case 0 -> shared.conditions[i].awaitNanos(random.nextInt(MILLION));
                case 1 -> shared.conditions[i].signal();
                default -> shared.conditions[i].signalAll();
            }
            int seen = shared.locked[i];
            Thread.yield();
            shared.locked[i] = seen + 1;
        } finally {
            shared.locks[i].unlock();
        }
    }

    /** What is put is taken, or left in the queue. */
    static void queue(Shared shared, Random random) throws Exception {
        if (random.nextBoolean()) {
            int value = random.nextInt(1_000);
            if (shared.queue.offer(value, random.nextInt(3), TimeUnit.MILLISECONDS)) {
                shared.ledger.in("sums of queues", value);
            }
        } else {
            Integer value = shared.queue.poll(random.nextInt(3), TimeUnit.MILLISECONDS);
            shared.ledger.out("sums of queues", value == null ? 0 : value);
        }
    }

    /** A future that another thread completes. */
    static void future(Shared shared, Random random) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        CountDownLatch latch = new CountDownLatch(1);
        int value = random.nextInt();
        Thread other = shared.start(() -> {
            future.complete(value);
            latch.countDown();
        });
        shared.ledger.check(future.thenApply(x -> x + 1).get() == value + 1, "another value");
        latch.await();
        other.join();
        shared.ledger.check(!other.isAlive(), "joined, and alive");
    }

    /** No wait is too short. */
    static void time(Shared shared, Random random) throws Exception {
        long nanos = random.nextInt(5) * (long) MILLION;
        long start = System.nanoTime();
        Thread.sleep(nanos / MILLION);
        shared.ledger.check(System.nanoTime() - start >= nanos, "a sleep too short");
    }

    /** Waits in some way, and is interrupted. */
    static void interrupt(Shared shared, Random random) throws Exception {
        int way = random.nextInt(5);
        AtomicBoolean isInterrupted = new AtomicBoolean();
        Thread waits = shared.start(() -> {
            try {
                switch (way) {
                    case 0 -> Thread.sleep(600_000);
                    case 1 -> new CountDownLatch(1).await();
                    case 2 -> {
                        Object monitor = new Object();
                        synchronized (monitor) {
                            monitor.wait();
                        }
                    }
                    case 3 -> {
                        while (!Thread.interrupted()) {
                            LockSupport.park();
                        }
                        isInterrupted.set(true);
                    }
                    default -> Thread.currentThread().join();
                }
            } catch (InterruptedException e) {
                isInterrupted.set(!Thread.currentThread().isInterrupted());
            }
        });
        if (random.nextBoolean()) {
            Thread.yield();
        }
        waits.interrupt();
        waits.join();
        shared.ledger.check(isInterrupted.get(), "an interrupt was lost in way " + way);
    }

    /** What is thrown is caught, and passes each finally block once. */
    static void exception(Shared shared, Random random) throws Exception {
        int depth = 1 + random.nextInt(30);
        try {
            thrown(shared, depth);
            shared.ledger.check(false, "nothing was thrown");
        } catch (IllegalStateException e) {
            shared.ledger.check(e.getMessage().equals("meant"), "another exception");
        }
    }

    private static void thrown(Shared shared, int depth) {
        if (depth == 0) {
            Thread.yield();
            throw new IllegalStateException("meant");
        }
        shared.ledger.in("blocks entered", 1);
        try {
            thrown(shared, depth - 1);
        } finally {
            if (depth % 7 == 0) {
                Thread.yield();
            }
            shared.ledger.out("blocks entered", 1);
        }
    }

    /** A deep stack that is suspended at its end; and sometimes one without an end. */
    static void deep(Shared shared, Random random) throws Exception {
        if (!shared.deep.tryAcquire()) {
            return;
        }
        try {
            int depth = random.nextInt(2_000);
            shared.ledger.check(sum(depth, random) == depth * (depth + 1L) / 2, "another sum");
            if (random.nextInt(50) == 0) {
                try {
                    endless(0);
                    shared.ledger.check(false, "an end");
                } catch (StackOverflowError e) {
                    Thread.yield();
                }
            }
        } finally {
            shared.deep.release();
        }
    }

    private static long sum(int n, Random random) {
        if (n == 0) {
            Thread.yield();
            return 0;
        }
        long rest = sum(n - 1, random);
        if (random.nextInt(500) == 0) {
            LockSupport.parkNanos(1);
        }
        return n + rest;
    }

    private static int endless(int n) {
        return endless(n + 1) + n;
    }

    /** Nobody can suspend below toString. */
    static void pinned(Shared shared, Random random) throws Exception {
        if (random.nextInt(20) != 0) {
            return;
        }
        int nanos = random.nextInt(MILLION);
        Object parks = new Object() {
            @Override
            public String toString() {
                LockSupport.parkNanos(nanos);
                return "pinned";
            }
        };
        shared.ledger.check(String.valueOf(parks).equals("pinned"), "another text");
    }

    /** A thread finds its own values. */
    static void locals(Shared shared, Random random) throws Exception {
        ThreadLocal<Integer> local = new ThreadLocal<>();
        int value = random.nextInt();
        local.set(value);
        Thread.yield();
        shared.ledger.check(local.get() == value, "another thread's local");
        local.remove();
    }

    /** Uses the processor. */
    static void compute(Shared shared, Random random) throws Exception {
        long x = 1;
        for (int i = random.nextInt(random.nextInt(50) == 0 ? 10 * MILLION : 10_000); i > 0; i--) {
            x = x * 6364136223846793005L + 1;
        }
        shared.ledger.check(x != 0, "a product of odd numbers");
    }
}

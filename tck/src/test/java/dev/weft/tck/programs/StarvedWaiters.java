package dev.weft.tck.programs;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Consumer;

/**
 * A thread waits in a lock again and again, and lets go of it in between; another one wants it once. On one processor
 * the second one is late whenever the first is not made to leave. Prints which ones have got it; with any argument also
 * of one that tries for a short time, again and again.
 */
public final class StarvedWaiters {
    private static final int MOST_ROUNDS = 3_000;
    private static final long IN_LOCK_NANOS = 500_000;

    private static final int TRY_MILLIS = 2;

    private static volatile boolean hasBegun;
    private static volatile boolean hasGot;

    private StarvedWaiters() {}

    /** Runs the code with a lock. */
    private interface Holder extends Consumer<Runnable> {}

    private static Holder of(Lock lock) {
        return code -> {
            lock.lock();
            try {
                code.run();
            } finally {
                lock.unlock();
            }
        };
    }

    /** Each try is too short for many turns. */
    private static Holder ofTries(Lock lock) {
        return code -> {
            try {
                while (!lock.tryLock(TRY_MILLIS, TimeUnit.MILLISECONDS)) {
                    Thread.onSpinWait();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            try {
                code.run();
            } finally {
                lock.unlock();
            }
        };
    }

    /** Of one connection, say. */
    private static Holder ofPool(BlockingQueue<Object> pool) {
        pool.add(pool);
        return code -> {
            try {
                Object taken = pool.take();
                code.run();
                pool.put(taken);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
    }

    private static Map<String, Holder> holders() {
        Map<String, Holder> all = new TreeMap<>();
        all.put("lock", of(new ReentrantLock()));
        all.put("write lock", of(new ReentrantReadWriteLock().writeLock()));
        all.put("stamped lock", of(new StampedLock().asWriteLock()));
        Semaphore permits = new Semaphore(1);
        all.put("semaphore", code -> {
            permits.acquireUninterruptibly();
            try {
                code.run();
            } finally {
                permits.release();
            }
        });
        all.put("queue", ofPool(new ArrayBlockingQueue<>(1)));
        Object monitor = new Object();
        all.put("monitor", code -> {
            synchronized (monitor) {
                code.run();
            }
        });
        all.put("nested monitor", code -> {
            synchronized (monitor) {
                synchronized (monitor) {
                    code.run();
                }
            }
        });
        return all;
    }

    public static void main(String[] args) throws InterruptedException {
        Map<String, Holder> all = holders();
        if (args.length > 0) {
            all.put("timed lock", ofTries(new ReentrantLock()));
        }
        for (Map.Entry<String, Holder> each : all.entrySet()) {
            Holder holder = each.getValue();
            hasBegun = false;
            hasGot = false;
            Thread looper = new Thread(() -> {
                for (int i = 0; i < MOST_ROUNDS && !hasGot; i++) {
                    holder.accept(() -> {
                        LockSupport.parkNanos(IN_LOCK_NANOS);
                        hasBegun = true;
                    });
                }
                if (!hasGot) {
                    System.out.println(each.getKey() + ": starved");
                }
            });
            looper.start();
            while (!hasBegun) {
                Thread.sleep(1);
            }
            Thread other = new Thread(() -> holder.accept(() -> hasGot = true));
            other.start();
            looper.join();
            other.join();
            System.out.println(each.getKey() + ": " + hasGot);
        }
    }
}

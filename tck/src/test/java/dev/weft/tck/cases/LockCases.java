package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Reentrant locks and their conditions. */
public final class LockCases {
    private LockCases() {}

    @Case("a reentrant lock excludes others while its owner is suspended")
    public static void exclusion() throws Throwable {
        for (boolean isFair : new boolean[] {false, true}) {
            ReentrantLock lock = new ReentrantLock(isFair);
            int[] count = new int[1];
            Task.finish(Task.start(4, () -> {
                for (int i = 0; i < 50; i++) {
                    lock.lock();
                    try {
                        int before = count[0];
                        Suspend.now();
                        count[0] = before + 1;
                    } finally {
                        lock.unlock();
                    }
                }
            }));
            Check.equal(200, count[0]);
        }
    }

    @Case("a lock knows its owner and its hold count across suspensions")
    public static void ownerAndHolds() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        Suspend.now();
        Check.that(lock.isHeldByCurrentThread(), "held by this thread");
        Check.equal(2, lock.getHoldCount());
        Task.start(() -> {
                    Check.that(lock.isLocked() && !lock.isHeldByCurrentThread(), "held by another one");
                    Check.that(!lock.tryLock(), "not to be had");
                    Check.that(!lock.tryLock(5, TimeUnit.MILLISECONDS), "not to be had in time");
                    Check.fails(IllegalMonitorStateException.class, lock::unlock);
                })
                .finish();
        Check.that(
                lock.toString()
                        .contains("Locked by thread " + Thread.currentThread().getName()),
                lock.toString());
        lock.unlock();
        lock.unlock();
        Check.that(!lock.isLocked(), "free");
    }

    @Case("a fair lock is handed over in the order of arrival")
    public static void fairness() throws Throwable {
        ReentrantLock lock = new ReentrantLock(true);
        List<Integer> order = new ArrayList<>();
        Task[] tasks = new Task[8];
        lock.lock();
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = Task.start(() -> {
                lock.lock();
                order.add(number);
                Suspend.now();
                lock.unlock();
            });
            Await.that("it queues", () -> lock.getQueueLength() == number + 1);
        }
        lock.unlock();
        Task.finish(tasks);
        Check.equal(List.of(0, 1, 2, 3, 4, 5, 6, 7), order);
    }

    @Case("a timed tryLock waits its time, not less, and gets the lock when it becomes free")
    public static void timedTryLock() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Task.start(() -> {
                    long start = System.nanoTime();
                    Check.that(!lock.tryLock(15, TimeUnit.MILLISECONDS), "not to be had");
                    Check.passed(15, start);
                })
                .finish();
        Task patient = Task.start(() -> {
            Check.that(lock.tryLock(10, TimeUnit.MINUTES), "got it");
            lock.unlock();
        });
        Await.that("it queues", () -> lock.hasQueuedThread(patient));
        lock.unlock();
        patient.finish();
    }

    @Case("signal wakes the longest waiter of a condition, signalAll all")
    public static void signals() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        List<Integer> order = new ArrayList<>();
        Task[] tasks = new Task[6];
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = Task.start(() -> {
                lock.lock();
                try {
                    condition.await();
                    order.add(number);
                } finally {
                    lock.unlock();
                }
            });
            Await.that("it waits", () -> waiting(lock, condition) == number + 1);
        }
        lock.lock();
        condition.signal();
        condition.signal();
        lock.unlock();
        Task.finish(tasks[0], tasks[1]);
        Check.equal(List.of(0, 1), order);
        lock.lock();
        condition.signalAll();
        lock.unlock();
        Task.finish(tasks);
        Check.equal(6, order.size());
    }

    private static int waiting(ReentrantLock lock, Condition condition) {
        lock.lock();
        try {
            return lock.getWaitQueueLength(condition);
        } finally {
            lock.unlock();
        }
    }

    @Case("timed waits of a condition end in time, not earlier, with the lock")
    public static void timedAwait() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        long start = System.nanoTime();
        Check.that(!condition.await(15, TimeUnit.MILLISECONDS), "not signalled");
        Check.passed(15, start);
        Check.that(condition.awaitNanos(1_000) <= 0, "no time is left");
        Check.that(lock.isHeldByCurrentThread(), "the lock is had");
        lock.unlock();
    }

    @Case("a condition releases all holds of the lock and has them again")
    public static void conditionReleasesAllHolds() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Task task = Task.start(() -> {
            lock.lock();
            lock.lock();
            condition.await();
            Check.equal(2, lock.getHoldCount());
            lock.unlock();
            lock.unlock();
        });
        Await.that("it waits", () -> waiting(lock, condition) == 1);
        lock.lock();
        condition.signal();
        lock.unlock();
        task.finish();
    }

    @Case("without the lock a condition's methods throw IllegalMonitorStateException")
    public static void conditionWithoutLock() {
        Condition condition = new ReentrantLock().newCondition();
        Check.fails(IllegalMonitorStateException.class, condition::await);
        Check.fails(IllegalMonitorStateException.class, condition::signal);
        Check.fails(IllegalMonitorStateException.class, condition::signalAll);
    }

    @Case("a lock is handed between many threads under contention without losing anyone")
    public static void contention() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        AtomicInteger inside = new AtomicInteger();
        int[] count = new int[1];
        Task.finish(Task.start(50, () -> {
            for (int i = 0; i < 20; i++) {
                lock.lock();
                Check.equal(1, inside.incrementAndGet());
                count[0]++;
                if (i % 5 == 0) {
                    Suspend.now();
                }
                inside.decrementAndGet();
                lock.unlock();
            }
        }));
        Check.equal(1_000, count[0]);
    }
}

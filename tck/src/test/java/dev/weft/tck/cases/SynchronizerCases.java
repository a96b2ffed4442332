package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Synchronizers that programs write themselves, and the less usual ways through those of the library.
 *
 * <p>A list of independent cases, whole because they have one subject.
 */
public final class SynchronizerCases {
    private SynchronizerCases() {}

    /** A lock that is not reentrant. */
    private static final class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean tryAcquire(int ignored) {
            if (ignored < 0) {
                throw new IllegalStateException("refused");
            }
            Thread.yield();
            if (compareAndSetState(0, 1)) {
                setExclusiveOwnerThread(Thread.currentThread());
                return true;
            }
            return false;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            if (getExclusiveOwnerThread() != Thread.currentThread()) {
                throw new IllegalMonitorStateException();
            }
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread();
        }
    }

    @Case("a lock of the program's own, whose tryAcquire yields, excludes, and knows who waits")
    public static void mutex() throws Throwable {
        Mutex mutex = new Mutex();
        int[] count = new int[1];
        mutex.acquire(1);
        Task[] tasks = Task.start(5, () -> {
            mutex.acquire(1);
            int before = count[0];
            Suspend.now();
            count[0] = before + 1;
            mutex.release(1);
        });
        Await.that("all queue", () -> mutex.getQueueLength() == tasks.length);
        Collection<Thread> queued = mutex.getQueuedThreads();
        for (Task each : tasks) {
            Check.that(queued.contains(each) && mutex.isQueued(each), "it is known to wait");
        }
        Check.that(queued.contains(mutex.getFirstQueuedThread()) && mutex.hasContended(), "there is a first");
        Task.start(() -> Check.fails(IllegalMonitorStateException.class, () -> mutex.release(1)))
                .finish();
        mutex.release(1);
        Task.finish(tasks);
        Check.equal(tasks.length, count[0]);
        Check.that(!mutex.hasQueuedThreads(), "nobody is left");
    }

    @Case("a condition of a lock of the program's own has its waiters, and wakes them in their order")
    public static void mutexCondition() throws Throwable {
        Mutex mutex = new Mutex();
        AbstractQueuedSynchronizer.ConditionObject condition = mutex.new ConditionObject();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        Task[] tasks = new Task[3];
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = Task.start(() -> {
                mutex.acquire(1);
                condition.await();
                order.add(number);
                mutex.release(1);
            });
            Await.that("it waits", () -> waiters(mutex, condition) == number + 1);
        }
        Check.fails(IllegalMonitorStateException.class, condition::signal);
        mutex.acquire(1);
        Check.that(mutex.getWaitingThreads(condition).containsAll(List.of(tasks)), "all are known");
        condition.signal();
        mutex.release(1);
        tasks[0].finish();
        mutex.acquire(1);
        condition.signalAll();
        mutex.release(1);
        Task.finish(tasks);
        Check.equal(List.of(0, 1, 2), order);
    }

    private static int waiters(Mutex mutex, AbstractQueuedSynchronizer.ConditionObject condition) {
        mutex.acquire(1);
        try {
            return mutex.getWaitQueueLength(condition);
        } finally {
            mutex.release(1);
        }
    }

    @Case("a tryAcquire that throws leaves the queue to those who wait in it")
    public static void failingAcquire() throws Throwable {
        Mutex mutex = new Mutex();
        mutex.acquire(1);
        Task first = Task.start(() -> {
            mutex.acquire(1);
            mutex.release(1);
        });
        Await.that("it queues", () -> mutex.isQueued(first));
        Task failing = Task.start(() -> Check.fails(IllegalStateException.class, () -> mutex.acquire(-1)));
        failing.finish();
        Task last = Task.start(() -> {
            mutex.acquire(1);
            mutex.release(1);
        });
        Await.that("it queues", () -> mutex.isQueued(last));
        mutex.release(1);
        Task.finish(first, last);
    }

    @Case("a shared synchronizer of the program's own lets all through once it is open, also with a long state")
    public static void sharedGate() throws Throwable {
        class Gate extends AbstractQueuedLongSynchronizer {
            private static final long serialVersionUID = 1L;

            @Override
            protected long tryAcquireShared(long ignored) {
                return getState() > Integer.MAX_VALUE ? 1 : -1;
            }

            @Override
            protected boolean tryReleaseShared(long value) {
                setState(value);
                return true;
            }
        }
        Gate gate = new Gate();
        Task[] tasks = Task.start(8, () -> gate.acquireSharedInterruptibly(0));
        Await.that("all queue", () -> gate.getSharedQueuedThreads().size() == tasks.length);
        Check.that(!gate.tryAcquireSharedNanos(0, 1_000), "closed");
        gate.releaseShared(1L << 40);
        Task.finish(tasks);
        gate.acquireShared(0);
    }

    @Case("a fair semaphore serves in the order of arrival, but a try without a time goes before it")
    public static void fairSemaphore() throws Throwable {
        Semaphore semaphore = new Semaphore(0, true);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        Task[] tasks = new Task[4];
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = Task.start(() -> {
                // the first wants so much that it keeps the others waiting
                semaphore.acquire(number == 0 ? 2 : 1);
                order.add(number);
                semaphore.release();
            });
            Await.that("it queues", () -> semaphore.getQueueLength() == number + 1);
        }
        semaphore.release();
        Check.that(semaphore.tryAcquire(), "past those who wait");
        Check.that(!semaphore.tryAcquire(0, TimeUnit.SECONDS), "with a time it is fair");
        semaphore.release(2);
        Task.finish(tasks);
        Check.equal(List.of(0, 1, 2, 3), order);
    }

    @Case("the permits of a semaphore can be drained, and be fewer than none")
    public static void drained() throws Throwable {
        class Reducible extends Semaphore {
            private static final long serialVersionUID = 1L;

            Reducible() {
                super(3);
            }

            void reduce(int by) {
                reducePermits(by);
            }
        }
        Reducible semaphore = new Reducible();
        Check.equal(3, semaphore.drainPermits());
        semaphore.reduce(2);
        Check.equal(-2, semaphore.availablePermits());
        Task task = Task.start(semaphore::acquire);
        Await.that("it queues", semaphore::hasQueuedThreads);
        semaphore.release(2);
        Check.that(semaphore.hasQueuedThreads(), "none is there yet");
        semaphore.release();
        task.finish();
    }

    @Case("a barrier action that throws breaks the barrier: its thread gets the exception, the others are told")
    public static void failingAction() throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(3, () -> {
            throw new IllegalStateException("of the action");
        });
        Task[] tasks = Task.start(2, () -> Check.fails(BrokenBarrierException.class, barrier::await));
        Await.that("two wait", () -> barrier.getNumberWaiting() == 2);
        Task.start(() -> Check.fails(IllegalStateException.class, barrier::await))
                .finish();
        Task.finish(tasks);
        Check.that(barrier.isBroken(), "broken");
    }

    @Case("the reset of a barrier breaks it for those who wait there, and makes it fit for others")
    public static void resetBarrier() throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Task task = Task.start(() -> Check.fails(BrokenBarrierException.class, barrier::await));
        Await.that("it waits", () -> barrier.getNumberWaiting() == 1);
        barrier.reset();
        task.finish();
        Check.that(!barrier.isBroken(), "whole again");
        AtomicInteger indexes = new AtomicInteger();
        Task.finish(Task.start(2, () -> indexes.addAndGet(1 + barrier.await())));
        Check.equal(3, indexes.get());
    }

    @Case("a phaser that is terminated lets go all who wait, and nobody waits there again")
    public static void terminatedPhaser() throws Throwable {
        Phaser phaser = new Phaser(5);
        Task[] tasks = Task.start(4, () -> Check.that(phaser.arriveAndAwaitAdvance() < 0, "told so"));
        Await.that("all have arrived", () -> phaser.getArrivedParties() == tasks.length);
        phaser.forceTermination();
        Task.finish(tasks);
        Check.that(phaser.isTerminated(), "terminated");
        Check.that(phaser.arriveAndAwaitAdvance() < 0 && phaser.register() < 0, "no more phases");
    }

    @Case("a phaser ends when its onAdvance says so, called once for each phase by the last to arrive")
    public static void onAdvance() throws Throwable {
        List<Integer> phases = Collections.synchronizedList(new ArrayList<>());
        Phaser phaser = new Phaser(3) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                Suspend.now();
                phases.add(phase);
                return phase == 4;
            }
        };
        Task.finish(Task.start(3, () -> {
            while (!phaser.isTerminated()) {
                phaser.arriveAndAwaitAdvance();
            }
        }));
        Check.equal(List.of(0, 1, 2, 3, 4), phases);
    }

    @Case("phasers below one phaser advance together")
    public static void tieredPhasers() throws Throwable {
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 2);
        Phaser right = new Phaser(root, 2);
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(4, () -> {
            Phaser mine = next.getAndIncrement() % 2 == 0 ? left : right;
            for (int phase = 0; phase < 5; phase++) {
                arrived.incrementAndGet();
                Check.equal(phase + 1, mine.arriveAndAwaitAdvance());
                Check.that(arrived.get() >= 4 * (phase + 1), "all have arrived before one goes on");
            }
            mine.arriveAndDeregister();
        }));
        Check.that(root.isTerminated(), "without parties it is terminated");
    }

    @Case("an exchanger gives up in time, and still serves the next pair")
    public static void exchangerInTime() throws Throwable {
        Exchanger<String> exchanger = new Exchanger<>();
        long start = System.nanoTime();
        Check.fails(TimeoutException.class, () -> exchanger.exchange("a", 5, TimeUnit.MILLISECONDS));
        Check.passed(5, start);
        Task task = Task.start(() -> Check.equal("right", exchanger.exchange("left")));
        Check.equal("left", exchanger.exchange("right"));
        task.finish();
    }

    @Case("a reader does not pass a writer that waits for a fair lock, except by trying without a time")
    public static void fairReaders() throws Throwable {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        lock.readLock().lock();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Task writer = Task.start(() -> {
            lock.writeLock().lock();
            order.add("writer");
            lock.writeLock().unlock();
        });
        Await.that("the writer queues", () -> lock.hasQueuedThread(writer));
        Task reader = Task.start(() -> {
            lock.readLock().lock();
            order.add("reader");
            lock.readLock().unlock();
        });
        Await.that("the reader queues", () -> lock.hasQueuedThread(reader));
        Task.start(() -> {
                    Check.that(lock.readLock().tryLock(), "past the queue");
                    lock.readLock().unlock();
                })
                .finish();
        lock.readLock().unlock();
        Task.finish(writer, reader);
        Check.equal(List.of("writer", "reader"), order);
    }

    @Case("a stamped lock refuses wrong stamps, and a timed try gives none when its time is over")
    public static void stamps() throws Throwable {
        StampedLock lock = new StampedLock();
        long write = lock.writeLock();
        Task.start(() -> {
                    Check.equal(0L, lock.tryWriteLock(2, TimeUnit.MILLISECONDS));
                    Check.equal(0L, lock.tryReadLock(2, TimeUnit.MILLISECONDS));
                    Check.equal(0L, lock.tryOptimisticRead());
                })
                .finish();
        Check.fails(IllegalMonitorStateException.class, () -> lock.unlockRead(write));
        Check.fails(IllegalMonitorStateException.class, () -> lock.unlockWrite(write + 1));
        long read = lock.tryConvertToReadLock(write);
        Task.start(() -> lock.unlockRead(lock.readLock())).finish();
        // whoever has the stamp may unlock
        Task.start(() -> lock.unlock(read)).finish();
        Check.that(!lock.isReadLocked(), "free");
    }

    @Case("who waits for a latch for too short a time leaves, and the others are let through")
    public static void impatient() throws Throwable {
        CountDownLatch latch = new CountDownLatch(1);
        Task patient = Task.start(latch::await);
        Task.finish(Task.start(6, () -> Check.that(!latch.await(3, TimeUnit.MILLISECONDS), "too early")));
        Check.that(patient.isAlive(), "it waits on");
        latch.countDown();
        patient.finish();
    }
}

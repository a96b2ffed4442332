package dev.weft.tck.cases;

import static dev.weft.tck.cases.InterruptCases.isInterruptible;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Interrupts of what java.util.concurrent and selectors block in. */
public final class InterruptUtilitiesCases {
    private InterruptUtilitiesCases() {}

    @Case("lockInterruptibly and a timed tryLock are interruptible")
    public static void locks() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        isInterruptible(lock::lockInterruptibly);
        isInterruptible(() -> lock.tryLock(10, TimeUnit.MINUTES));
        lock.unlock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.writeLock().lock();
        isInterruptible(both.readLock()::lockInterruptibly);
        isInterruptible(both.writeLock()::lockInterruptibly);
        both.writeLock().unlock();
    }

    @Case("lock is not interruptible, and keeps the flag")
    public static void uninterruptibleLock() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Task task = Task.start(() -> {
            lock.lock();
            Check.that(Thread.interrupted(), "the flag is kept");
            lock.unlock();
        });
        // before, it may wait for a class
        Await.that("it waits for the lock", () -> lock.hasQueuedThread(task));
        Await.blocked(task);
        task.interrupt();
        Await.blocked(task);
        Check.that(lock.hasQueuedThread(task), "it still waits");
        lock.unlock();
        task.finish();
    }

    @Case("the await methods of a condition are interruptible")
    public static void conditions() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        isInterruptible(() -> {
            lock.lock();
            try {
                condition.await();
            } finally {
                Check.that(lock.isHeldByCurrentThread(), "the lock is had again");
                lock.unlock();
            }
        });
        isInterruptible(() -> {
            lock.lock();
            try {
                condition.awaitNanos(600_000_000_000L);
            } finally {
                lock.unlock();
            }
        });
    }

    @Case("awaitUninterruptibly goes on to wait, and keeps the flag")
    public static void awaitUninterruptibly() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        boolean[] signalled = new boolean[1];
        Task task = Task.start(() -> {
            lock.lock();
            while (!signalled[0]) {
                condition.awaitUninterruptibly();
            }
            Check.that(Thread.interrupted(), "the flag is kept");
            lock.unlock();
        });
        Await.blocked(task);
        task.interrupt();
        Await.blocked(task);
        lock.lock();
        signalled[0] = true;
        condition.signal();
        lock.unlock();
        task.finish();
    }

    @Case("waiting for a semaphore, latch, exchanger, phaser or future is interruptible")
    public static void synchronizers() throws Throwable {
        isInterruptible(new Semaphore(0)::acquire);
        isInterruptible(() -> new Semaphore(0).tryAcquire(10, TimeUnit.MINUTES));
        isInterruptible(new CountDownLatch(1)::await);
        isInterruptible(() -> new CountDownLatch(1).await(10, TimeUnit.MINUTES));
        isInterruptible(() -> new Exchanger<Integer>().exchange(1));
        isInterruptible(() -> new Phaser(1).awaitAdvanceInterruptibly(0));
        isInterruptible(() -> new FutureTask<>(() -> 1).get());
        isInterruptible(() -> new CompletableFuture<Integer>().get());
    }

    @Case("acquireUninterruptibly keeps the flag")
    public static void acquireUninterruptibly() throws Throwable {
        Semaphore semaphore = new Semaphore(0);
        Task task = Task.start(() -> {
            semaphore.acquireUninterruptibly();
            Check.that(Thread.interrupted(), "the flag is kept");
        });
        Await.blocked(task);
        task.interrupt();
        Await.blocked(task);
        semaphore.release();
        task.finish();
    }

    @Case("the blocking methods of all queues are interruptible")
    public static void queues() throws Throwable {
        ArrayBlockingQueue<Integer> full = new ArrayBlockingQueue<>(1);
        full.add(1);
        isInterruptible(() -> full.put(2));
        isInterruptible(() -> full.offer(2, 10, TimeUnit.MINUTES));
        isInterruptible(() -> new LinkedBlockingQueue<Integer>().take());
        isInterruptible(() -> new LinkedBlockingQueue<Integer>().poll(10, TimeUnit.MINUTES));
        isInterruptible(() -> new PriorityBlockingQueue<Integer>().take());
        isInterruptible(() -> new SynchronousQueue<Integer>().put(1));
        isInterruptible(() -> new SynchronousQueue<Integer>(true).take());
        isInterruptible(() -> new LinkedTransferQueue<Integer>().transfer(1));
        isInterruptible(() -> new DelayQueue<>().take());
    }

    @Case("an interrupt at a barrier breaks it for all who wait there")
    public static void barrier() throws Throwable {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Task other = Task.start(() -> Check.fails(BrokenBarrierException.class, barrier::await));
        Await.blocked(other);
        Task task = Task.start(() -> Check.fails(InterruptedException.class, barrier::await));
        Await.blocked(task);
        task.interrupt();
        Task.finish(task, other);
        Check.that(barrier.isBroken(), "the barrier is broken");
    }

    @Case("the await of a pool's end and of its tasks is interruptible")
    public static void pools() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch end = new CountDownLatch(1);
        isInterruptible(() -> pool.awaitTermination(10, TimeUnit.MINUTES));
        isInterruptible(() -> pool.invokeAll(List.of(() -> {
            end.await();
            return 1;
        })));
        end.countDown();
        pool.shutdownNow();
        Check.that(pool.awaitTermination(10, TimeUnit.SECONDS), "the pool ends");
    }

    @Case("a cancel of a running task interrupts its thread")
    public static void cancel() throws Throwable {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        FutureTask<Void> future = new FutureTask<>(() -> {
            begun.countDown();
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return null;
        });
        Task task = Task.start(future::run);
        begun.await();
        Check.that(future.cancel(true), "cancelled");
        interrupted.await();
        task.finish();
    }

    @Case("a selector's select returns when its thread is interrupted, and the flag stays")
    public static void selector() throws Throwable {
        try (Selector selector = Selector.open()) {
            Task task = Task.start(() -> {
                Check.equal(0, selector.select());
                Check.that(Thread.interrupted(), "the flag stays");
                Check.that(selector.isOpen(), "the selector is open");
            });
            task.interrupt();
            task.finish();
        }
    }
}

package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** What {@code getState} says of threads in the waits of {@code java.util.concurrent}. */
public final class WaitingStateCases {
    private WaitingStateCases() {}

    private static void isWaiting(Body body) throws Throwable {
        is(Thread.State.WAITING, body);
    }

    private static void isTimed(Body body) throws Throwable {
        is(Thread.State.TIMED_WAITING, body);
    }

    /** The body waits in that state, until it is interrupted. */
    private static void is(Thread.State state, Body body) throws Throwable {
        Task task = Task.start(() -> Check.fails(InterruptedException.class, body));
        Await.state(task, state);
        Check.that(task.isAlive(), "alive");
        task.interrupt();
        task.finish();
        Check.equal(Thread.State.TERMINATED, task.getState());
    }

    @Case("a thread in a condition's await is WAITING, in its timed forms TIMED_WAITING")
    public static void condition() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        isWaiting(() -> locked(lock, condition::await));
        isTimed(() -> locked(lock, () -> condition.awaitNanos(Long.MAX_VALUE)));
        isTimed(() -> locked(lock, () -> condition.await(10, TimeUnit.MINUTES)));
        isTimed(() ->
                locked(lock, () -> condition.awaitUntil(new java.util.Date(System.currentTimeMillis() + 600_000))));
    }

    private static void locked(ReentrantLock lock, Body body) throws Throwable {
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    @Case("a thread that waits at an exchanger, a barrier or a phaser is WAITING, for a time TIMED_WAITING")
    public static void meetings() throws Throwable {
        Exchanger<String> exchanger = new Exchanger<>();
        isWaiting(() -> exchanger.exchange("a"));
        isTimed(() -> exchanger.exchange("a", 10, TimeUnit.MINUTES));
        isWaiting(() -> new CyclicBarrier(2).await());
        isTimed(() -> new CyclicBarrier(2).await(10, TimeUnit.MINUTES));
        Phaser phaser = new Phaser(1);
        isWaiting(() -> phaser.awaitAdvanceInterruptibly(0));
        isTimed(() -> phaser.awaitAdvanceInterruptibly(0, 10, TimeUnit.MINUTES));
    }

    @Case("a thread that waits for permits, or a stamped lock, is WAITING, for a time TIMED_WAITING")
    public static void permits() throws Throwable {
        Semaphore semaphore = new Semaphore(0);
        isWaiting(semaphore::acquire);
        isTimed(() -> semaphore.tryAcquire(10, TimeUnit.MINUTES));
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        isWaiting(lock::readLockInterruptibly);
        isTimed(() -> lock.tryReadLock(10, TimeUnit.MINUTES));
        isWaiting(lock::writeLockInterruptibly);
        lock.unlockWrite(stamp);
    }

    @Case("a thread that waits for a future is WAITING, for a time TIMED_WAITING")
    public static void futures() throws Throwable {
        CompletableFuture<Void> future = new CompletableFuture<>();
        isWaiting(future::get);
        isTimed(() -> future.get(10, TimeUnit.MINUTES));
        ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
        isWaiting(task::get);
        isTimed(() -> task.get(10, TimeUnit.MINUTES));
    }

    @Case("a thread at an empty delay queue is WAITING, at one whose first element is not due TIMED_WAITING")
    public static void delayQueue() throws Throwable {
        DelayQueue<Due> queue = new DelayQueue<>();
        isWaiting(queue::take);
        queue.add(Due.in(600_000));
        isTimed(queue::take);
        Check.equal(1, queue.size());
    }

    @Case("a thread that hands over an element is WAITING until it is taken, for a time TIMED_WAITING")
    public static void handOver() throws Throwable {
        isWaiting(() -> new SynchronousQueue<String>().put("a"));
        isWaiting(() -> new SynchronousQueue<String>(true).take());
        isTimed(() -> new SynchronousQueue<String>(true).poll(10, TimeUnit.MINUTES));
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        isWaiting(() -> queue.transfer("a"));
        isTimed(() -> queue.tryTransfer("a", 10, TimeUnit.MINUTES));
        Check.that(queue.isEmpty(), "who gave up took his element along");
    }

    @Case("a thread that waits for a process is WAITING")
    public static void process() throws Throwable {
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            isWaiting(process::waitFor);
        } finally {
            process.destroyForcibly();
        }
    }

    @Case("a thread that is parked until a date is TIMED_WAITING, with its blocker")
    public static void parkedUntil() throws Throwable {
        Object blocker = new Object();
        Task task = Task.start(() -> {
            while (!Thread.interrupted()) {
                LockSupport.parkUntil(blocker, System.currentTimeMillis() + 600_000);
            }
        });
        Await.state(task, Thread.State.TIMED_WAITING);
        Check.same(blocker, LockSupport.getBlocker(task));
        task.interrupt();
        task.finish();
        Check.same(null, LockSupport.getBlocker(task));
    }

    @Case("a blocker that a thread sets itself is seen by others until the thread takes it away")
    public static void currentBlocker() throws Throwable {
        Object blocker = new Object();
        boolean[] done = new boolean[1];
        Task task = Task.start(() -> {
            LockSupport.setCurrentBlocker(blocker);
            while (!done[0]) {
                LockSupport.park();
            }
            LockSupport.setCurrentBlocker(null);
            Check.same(null, LockSupport.getBlocker(Thread.currentThread()));
        });
        Await.state(task, Thread.State.WAITING);
        Check.same(blocker, LockSupport.getBlocker(task));
        done[0] = true;
        LockSupport.unpark(task);
        task.finish();
        Check.fails(NullPointerException.class, () -> LockSupport.getBlocker(null));
    }

    @Case("a park with a blocker puts back none, though the thread had set one before")
    public static void blockerAfterPark() throws Throwable {
        Task.start(() -> {
                    LockSupport.setCurrentBlocker("mine");
                    LockSupport.parkNanos("its", 1_000);
                    Check.same(null, LockSupport.getBlocker(Thread.currentThread()));
                })
                .finish();
    }
}

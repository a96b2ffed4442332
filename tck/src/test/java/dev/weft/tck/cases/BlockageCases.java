package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** {@code ThreadMXBean}: what a thread waits for, and who has it. */
public final class BlockageCases {
    private static final int LOOKS = 1_500;

    private static double computed;

    private BlockageCases() {}

    /** A thread that is parked inside the monitor until it is told to go on. */
    private static Task parkedIn(Object lock, CountDownLatch go) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            synchronized (lock) {
                inside.countDown();
                go.await();
            }
        });
        inside.await();
        Await.blocked(owner);
        return owner;
    }

    @Case("the info of a thread in wait names the object, and no owner")
    public static void waiting() throws Throwable {
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        Infos.awaitState(task, Thread.State.WAITING);
        ThreadInfo info = Infos.info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        Infos.checkLock(lock, info.getLockInfo());
        Check.equal(-1L, info.getLockOwnerId());
        Check.equal("wait", info.getStackTrace()[0].getMethodName());
        Infos.checkAuthorsNames(info);
        synchronized (lock) {
            lock.notifyAll();
        }
        task.finish();
    }

    @Case("the info of a thread that joins another one names that, and no owner")
    public static void joining() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task task = Task.start(go::await);
        Task joiner = Task.start(task::join);
        Infos.awaitState(joiner, Thread.State.WAITING);
        ThreadInfo info = Infos.info(joiner);
        Infos.checkLock(task, info.getLockInfo());
        Check.equal(-1L, info.getLockOwnerId());
        Infos.checkAuthorsNames(info);
        go.countDown();
        Task.finish(task, joiner);
    }

    @Case("the info of a thread that waits for a monitor names the object and the owner, which is parked in it")
    public static void blockedByAParkedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        Task owner = parkedIn(lock, go);
        Task task = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        Await.monitor(task, lock);
        ThreadInfo info = Infos.info(task);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        Infos.checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        Check.equal(owner.getName(), info.getLockOwnerName());
        Infos.checkAuthorsNames(info);
        go.countDown();
        Task.finish(owner, task);
    }

    @Case("a pool's thread that waits for a monitor is BLOCKED, by the thread that is parked in it")
    public static void workerBlockedByAParkedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        Task owner = parkedIn(lock, go);
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread[] worker = new Thread[1];
        var entered = pool.submit(() -> {
            worker[0] = Thread.currentThread();
            synchronized (lock) {
                return "entered";
            }
        });
        Await.that("the worker has begun", () -> worker[0] != null);
        Await.monitor(worker[0], lock);
        ThreadInfo info = Infos.info(worker[0]);
        Check.equal(Thread.State.BLOCKED, info.getThreadState());
        Infos.checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        Infos.checkAuthorsNames(info);
        go.countDown();
        owner.finish();
        Check.equal("entered", entered.get());
        pool.shutdown();
    }

    @Case("the info of a thread that is parked for a lock names the lock and its owner")
    public static void parkedForALock() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            lock.lock();
            inside.countDown();
            go.await();
            lock.unlock();
        });
        inside.await();
        Task task = Task.start(() -> {
            lock.lock();
            lock.unlock();
        });
        Infos.awaitState(task, Thread.State.WAITING);
        ThreadInfo info = Infos.info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        Check.equal(
                "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                info.getLockInfo().getClassName());
        Check.equal(owner.getId(), info.getLockOwnerId());
        go.countDown();
        Task.finish(owner, task);
    }

    @Case("the info of a thread parked with a blocker names the blocker")
    public static void parkedWithABlocker() throws Throwable {
        Object blocker = new Object();
        boolean[] done = new boolean[1];
        Task task = Task.start(() -> {
            while (!done[0]) {
                LockSupport.park(blocker);
            }
        });
        Infos.awaitState(task, Thread.State.WAITING);
        ThreadInfo info = Infos.info(task);
        Infos.checkLock(blocker, info.getLockInfo());
        Check.equal(-1L, info.getLockOwnerId());
        done[0] = true;
        LockSupport.unpark(task);
        task.finish();
    }

    /** For some microseconds. */
    private static void compute() {
        for (int i = 0; i < 200; i++) {
            computed += Math.sin(i);
        }
    }

    @Case("a thread of which is told that it is BLOCKED has a monitor that it waits for, whenever it is looked at")
    public static void blockedByAMonitorAtAllTimes() throws Throwable {
        Object lock = new Object();
        AtomicBoolean end = new AtomicBoolean();
        Task[] tasks = new Task[4];
        long[] ids = new long[tasks.length];
        for (int i = 0; i < tasks.length; i++) {
            long millis = i % 2;
            tasks[i] = Task.start(() -> {
                while (!end.get()) {
                    synchronized (lock) {
                        if (millis > 0) {
                            lock.wait(millis);
                        } else {
                            compute();
                        }
                    }
                }
            });
            ids[i] = tasks[i].getId();
        }
        int without = 0;
        for (int i = 0; i < LOOKS; i++) {
            for (ThreadInfo info : ManagementFactory.getThreadMXBean().getThreadInfo(ids)) {
                boolean isBlocked = info != null && info.getThreadState() == Thread.State.BLOCKED;
                without += isBlocked && info.getLockInfo() == null ? 1 : 0;
            }
        }
        end.set(true);
        Task.finish(tasks);
        Check.equal(0, without);
    }

    @Case("the info of a thread that waits for a monitor names the owner, which runs")
    public static void blockedByARunningOwner() throws Throwable {
        Object lock = new Object();
        Infos.Spinner spinner = new Infos.Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                spinner.spin();
            }
        });
        spinner.awaitInside();
        Task task = Task.start(() -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        Await.monitor(task, lock);
        Infos.checkBlocked(task, lock, owner);
        spinner.isDone = true;
        Task.finish(owner, task);
    }

    @Case("all that wait for a monitor name the owner, which has been parked in it and runs again")
    public static void blockedByAResumedOwner() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Infos.Spinner spinner = new Infos.Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                inside.countDown();
                go.await();
                spinner.spin();
            }
        });
        inside.await();
        Await.blocked(owner);
        Task[] tasks = Task.start(3, () -> {
            synchronized (lock) {
                Suspend.now();
            }
        });
        for (Task each : tasks) {
            Await.monitor(each, lock);
        }
        go.countDown();
        spinner.awaitInside();
        for (Task each : tasks) {
            Await.monitor(each, lock);
            Infos.checkBlocked(each, lock, owner);
        }
        spinner.isDone = true;
        owner.finish();
        Task.finish(tasks);
    }

    @Case("the info of a thread in wait names the owner of the object's monitor, if another thread has it")
    public static void waitingWithAnOwner() throws Throwable {
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        Infos.awaitState(task, Thread.State.WAITING);
        Infos.Spinner spinner = new Infos.Spinner();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                spinner.spin();
                lock.notify();
            }
        });
        spinner.awaitInside();
        ThreadInfo info = Infos.info(task);
        Check.equal(Thread.State.WAITING, info.getThreadState());
        Infos.checkLock(lock, info.getLockInfo());
        Check.equal(owner.getId(), info.getLockOwnerId());
        spinner.isDone = true;
        Task.finish(owner, task);
    }

    @Case("the info of a thread that runs names nothing to wait for, though it waited a moment ago, and will again")
    public static void runningBetweenWaits() throws Throwable {
        AtomicBoolean isOver = new AtomicBoolean();
        Task[] tasks = Infos.handOver(isOver);
        for (int i = 0; i < 500; i++) {
            ThreadInfo info = Infos.info(tasks[0]);
            Check.that(info.getThreadState() != Thread.State.RUNNABLE || info.getLockInfo() == null, info.toString());
        }
        isOver.set(true);
        Task.finish(tasks);
    }
}

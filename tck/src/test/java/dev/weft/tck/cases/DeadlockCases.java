package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** {@code ThreadMXBean}: deadlocks. */
public final class DeadlockCases {
    private DeadlockCases() {}

    private static void lockBoth(Object mine, Object others, CountDownLatch both) throws InterruptedException {
        synchronized (mine) {
            both.countDown();
            both.await();
            synchronized (others) {
                throw new AssertionError("not deadlocked");
            }
        }
    }

    private static void lockBothInterruptibly(ReentrantLock mine, ReentrantLock others, CountDownLatch both)
            throws InterruptedException {
        mine.lockInterruptibly();
        try {
            both.countDown();
            both.await();
            others.lockInterruptibly();
            others.unlock();
        } finally {
            mine.unlock();
        }
    }

    @Case("a thread that waits to be notified is in no deadlock, though who could do so wants what it holds")
    public static void waitersAreNotDeadlocked() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        Task waiter = Task.start(() -> {
            synchronized (a) {
                synchronized (b) {
                    b.wait();
                }
            }
        });
        Infos.awaitState(waiter, Thread.State.WAITING);
        Task other = Task.start(() -> {
            synchronized (b) {
                synchronized (a) {
                    Suspend.now();
                }
            }
        });
        Await.monitor(other, a);
        Check.that(!Infos.contains(Infos.BEAN.findDeadlockedThreads(), waiter), "the waiter");
        Check.that(!Infos.contains(Infos.BEAN.findDeadlockedThreads(), other), "the other");
        waiter.interrupt();
    }

    @Case("a deadlock is found whose one thread has been suspended in its monitor and is blocked where it cannot be")
    public static void deadlockOfAPinnedOwner() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        Task first = Task.start(() -> {
            synchronized (a) {
                inside.countDown();
                go.await();
                new Infos.AwaitInText(() -> {
                            synchronized (b) {
                                throw new AssertionError("not deadlocked");
                            }
                        })
                        .toString();
            }
        });
        inside.await();
        Await.blocked(first);
        Task onlooker = Task.start(() -> {
            synchronized (a) {
                Suspend.now();
            }
        });
        Await.monitor(onlooker, a);
        Task second = Task.start(() -> {
            synchronized (b) {
                Suspend.now();
                synchronized (a) {
                    throw new AssertionError("not deadlocked");
                }
            }
        });
        Await.monitor(second, a);
        go.countDown();
        Await.monitor(first, b);
        // to be the next that may try is to be RUNNABLE for a moment
        Await.monitor(onlooker, a);
        Await.monitor(second, a);
        long[] found = Infos.BEAN.findMonitorDeadlockedThreads();
        Check.that(Infos.contains(found, first) && Infos.contains(found, second), "both are found");
        Check.that(!Infos.contains(found, onlooker), "the onlooker is not in the cycle");
        Infos.checkBlocked(first, b, second);
        Infos.checkBlocked(second, a, first);
        Infos.checkBlocked(onlooker, a, first);
    }

    @Case("two threads that hold what the other wants are found as deadlocked, and who only waits for them is not")
    public static void monitorDeadlock() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBoth(a, b, both));
        Task second = Task.start(() -> lockBoth(b, a, both));
        Await.monitor(first, b);
        Await.monitor(second, a);
        Task onlooker = Task.start(() -> {
            synchronized (a) {
                Suspend.now();
            }
        });
        Await.monitor(onlooker, a);
        for (long[] found :
                new long[][] {Infos.BEAN.findMonitorDeadlockedThreads(), Infos.BEAN.findDeadlockedThreads()}) {
            Check.that(Infos.contains(found, first) && Infos.contains(found, second), "both are found");
            Check.that(!Infos.contains(found, onlooker), "the onlooker is not in the cycle");
        }
    }

    @Case("a deadlock of a thread and a pool's thread by monitors is found")
    public static void mixedDeadlock() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBoth(a, b, both));
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread[] worker = new Thread[1];
        pool.execute(() -> {
            worker[0] = Thread.currentThread();
            try {
                lockBoth(b, a, both);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Await.that("the worker has begun", () -> worker[0] != null);
        Await.monitor(first, b);
        Await.monitor(worker[0], a);
        long[] found = Infos.BEAN.findMonitorDeadlockedThreads();
        Check.that(Infos.contains(found, first) && Infos.contains(found, worker[0]), "both are found");
    }

    @Case("a deadlock by locks of java.util.concurrent is found, but not by the search for monitors")
    public static void lockDeadlock() throws Throwable {
        ReentrantLock a = new ReentrantLock();
        ReentrantLock b = new ReentrantLock();
        CountDownLatch both = new CountDownLatch(2);
        Task first = Task.start(() -> lockBothInterruptibly(a, b, both));
        Task second = Task.start(() -> lockBothInterruptibly(b, a, both));
        Await.that("both wait", () -> a.hasQueuedThread(second) && b.hasQueuedThread(first));
        Await.blocked(first);
        Await.blocked(second);
        long[] found = Infos.BEAN.findDeadlockedThreads();
        Check.that(Infos.contains(found, first) && Infos.contains(found, second), "both are found");
        Check.that(!Infos.contains(Infos.BEAN.findMonitorDeadlockedThreads(), first), "it is none of monitors");
        first.interrupt();
        Check.fails(InterruptedException.class, first::finish);
        second.finish();
        Check.that(!Infos.contains(Infos.BEAN.findDeadlockedThreads(), second), "it is over");
    }

    /** Each of them has the lock, and the other one waits for it, at the moment when it is looked at. */
    @Case("two threads that hand a lock to each other are in no deadlock, however often it is looked for")
    public static void handOver() throws Throwable {
        AtomicBoolean isOver = new AtomicBoolean();
        Task[] tasks = Infos.handOver(isOver);
        for (int i = 0; i < 500; i++) {
            Check.that(!Infos.contains(Infos.BEAN.findDeadlockedThreads(), tasks[0]), "look " + i);
        }
        isOver.set(true);
        Task.finish(tasks);
    }
}

package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Waiting for the end of threads. */
public final class JoinCases {
    private JoinCases() {}

    private static Task waiting(CountDownLatch end) {
        Task task = Task.start(end::await);
        Await.blocked(task);
        return task;
    }

    @Case("join waits until the thread has ended")
    public static void joinWaits() throws Throwable {
        AtomicInteger order = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task joiner = Task.start(() -> {
            task.join();
            Check.that(!task.isAlive(), "ended when join returns");
            order.incrementAndGet();
        });
        Await.blocked(joiner);
        Check.equal(0, order.get());
        end.countDown();
        joiner.finish();
        Check.equal(1, order.get());
    }

    @Case("a timed join returns when its time is over, not earlier, with the thread still alive")
    public static void timedJoin() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        long start = System.nanoTime();
        task.join(20);
        Check.passed(20, start);
        Check.that(task.isAlive(), "it still lives");
        end.countDown();
        task.finish();
    }

    @Case("a timed join returns early when the thread ends")
    public static void timedJoinOfAnEndingThread() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task joiner = Task.start(() -> {
            task.join(600_000);
            Check.that(!task.isAlive(), "it has ended");
        });
        Await.blocked(joiner);
        end.countDown();
        joiner.finish();
    }

    @Case("join with milliseconds and nanoseconds does not return too early")
    public static void joinWithNanos() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        long start = System.nanoTime();
        task.join(10, 500_000);
        Check.passed(10, start);
        end.countDown();
        task.join(0, 1);
        task.finish();
    }

    @Case("join with zero milliseconds waits for ever")
    public static void joinZero() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task joiner = Task.start(() -> task.join(0));
        Await.blocked(joiner);
        end.countDown();
        joiner.finish();
        Check.that(!task.isAlive(), "it has ended");
    }

    @Case("join refuses negative times and too many nanoseconds")
    public static void joinRefusesIllegalTimes() {
        Thread thread = new Thread(() -> {});
        Check.fails(IllegalArgumentException.class, () -> thread.join(-1));
        Check.fails(IllegalArgumentException.class, () -> thread.join(0, -1));
        Check.fails(IllegalArgumentException.class, () -> thread.join(0, 1_000_000));
    }

    @Case("join of a thread that is not started, or has ended, returns at once")
    public static void joinOfADeadThread() throws Throwable {
        Thread thread = new Thread(() -> {});
        thread.join();
        thread.join(600_000);
        thread.start();
        thread.join();
        thread.join();
        thread.join(600_000);
    }

    @Case("a thread that joins itself for a time waits that time")
    public static void joinOfItself() throws Throwable {
        long start = System.nanoTime();
        Thread.currentThread().join(10);
        Check.passed(10, start);
    }

    @Case("the end of a thread notifies those that wait on its object")
    public static void waitOnTheThreadObject() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task waiter = Task.start(() -> {
            synchronized (task) {
                while (task.isAlive()) {
                    task.wait();
                }
            }
        });
        Await.blocked(waiter);
        end.countDown();
        waiter.finish();
    }

    @Case("the end of a thread notifies those that wait on its object for a time")
    public static void timedWaitOnTheThreadObject() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task waiter = Task.start(() -> {
            synchronized (task) {
                task.wait(600_000);
            }
        });
        Await.state(waiter, Thread.State.TIMED_WAITING);
        end.countDown();
        waiter.finish();
        Check.that(!task.isAlive(), "it has ended");
    }

    @Case("many joiners of one thread all return")
    public static void manyJoiners() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task[] joiners = Task.start(50, task::join);
        for (Task each : joiners) {
            Await.blocked(each);
        }
        end.countDown();
        Task.finish(joiners);
    }

    @Case("join does not return while another thread holds the monitor of the thread's object")
    public static void joinNeedsTheMonitor() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        AtomicInteger joined = new AtomicInteger();
        Task joiner = Task.start(() -> {
            task.join();
            joined.incrementAndGet();
        });
        Await.blocked(joiner);
        synchronized (task) {
            end.countDown();
            Await.blocked(joiner);
            Check.equal(0, joined.get());
        }
        joiner.finish();
        Check.equal(1, joined.get());
    }

    @Case("what a thread wrote is seen after join and after isAlive says that it has ended")
    public static void joinMakesVisible() throws Throwable {
        for (int i = 0; i < 200; i++) {
            int[] plain = new int[1];
            int value = i;
            Thread thread = new Thread(() -> plain[0] = value);
            thread.start();
            if (i % 2 == 0) {
                thread.join();
            } else {
                while (thread.isAlive()) {
                    Thread.yield();
                }
            }
            Check.equal(i, plain[0]);
        }
    }

    @Case("join gives up the monitor of the thread that it waits for, and of no other")
    public static void joinInMonitor() throws Throwable {
        Object other = new Object();
        CountDownLatch end = new CountDownLatch(1);
        Task task = Task.of(end::await);
        Task joiner = Task.start(() -> {
            synchronized (other) {
                synchronized (task) {
                    task.start();
                    task.join();
                    Check.that(Thread.holdsLock(task), "it has the monitor again");
                }
            }
        });
        Await.state(joiner, Thread.State.WAITING);
        Task contender = Task.start(() -> {
            synchronized (other) {
                Check.that(!task.isAlive(), "the joiner has kept this one");
            }
        });
        Await.blocked(contender);
        end.countDown();
        Task.finish(joiner, contender);
    }

    @Case("of many that join those that are interrupted leave, and the others stay to the end")
    public static void someJoinersAreInterrupted() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        AtomicInteger interrupted = new AtomicInteger();
        Task[] joiners = Task.start(20, () -> {
            try {
                task.join();
                Check.that(!task.isAlive(), "it has ended");
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                Check.that(task.isAlive(), "not because of its end");
            }
        });
        for (Task each : joiners) {
            Await.blocked(each);
        }
        for (int i = 0; i < joiners.length; i += 2) {
            joiners[i].interrupt();
            joiners[i].finish();
        }
        Check.equal(10, interrupted.get());
        end.countDown();
        Task.finish(joiners);
    }

    @Case("who joins again and again for a short time is there at the end")
    public static void joinAgainAndAgain() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task task = waiting(end);
        Task[] joiners = Task.start(3, () -> {
            while (task.isAlive()) {
                task.join(1);
            }
        });
        task.join(5);
        end.countDown();
        Task.finish(joiners);
    }
}

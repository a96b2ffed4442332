package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.lang.Thread.State;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** The states of a thread as {@code getState} tells them. */
public final class StateCases {
    private StateCases() {}

    private static void isIn(State state, Body body) throws Throwable {
        Task task = Task.start(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                Check.that(!Thread.interrupted(), "the exception has cleared the flag");
            }
        });
        try {
            Await.state(task, state);
        } finally {
            task.interrupt();
        }
        task.finish();
    }

    @Case("a thread that is not started is NEW")
    public static void isNew() {
        Check.equal(State.NEW, new Thread(() -> {}).getState());
    }

    @Case("a thread that runs is RUNNABLE, to itself and to others")
    public static void isRunnable() throws Throwable {
        isIn(State.RUNNABLE, () -> {
            while (!Thread.interrupted()) {
                Check.equal(State.RUNNABLE, Thread.currentThread().getState());
                Thread.yield();
            }
        });
    }

    @Case("a thread that has ended is TERMINATED")
    public static void isTerminated() throws Throwable {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        Check.equal(State.TERMINATED, thread.getState());
    }

    @Case("a thread that is parked is WAITING")
    public static void parkedIsWaiting() throws Throwable {
        isIn(State.WAITING, () -> {
            while (!Thread.interrupted()) {
                LockSupport.park();
            }
        });
    }

    @Case("a thread that is parked for a time is TIMED_WAITING")
    public static void parkedForATime() throws Throwable {
        isIn(State.TIMED_WAITING, () -> {
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(600_000_000_000L);
            }
        });
    }

    @Case("a thread all of whose waits are timed is never WAITING, however often it is woken")
    public static void neverWaiting() throws Throwable {
        Task task = Task.start(() -> {
            for (int i = 0; i < 3_000; i++) {
                LockSupport.parkNanos(1);
            }
        });
        int waiting = 0;
        while (task.isAlive()) {
            waiting += task.getState() == Thread.State.WAITING ? 1 : 0;
        }
        Check.equal(0, waiting);
        task.finish();
    }

    @Case("a thread that sleeps is TIMED_WAITING")
    public static void sleeping() throws Throwable {
        isIn(State.TIMED_WAITING, () -> Thread.sleep(600_000));
    }

    @Case("a thread in Object.wait is WAITING")
    public static void waiting() throws Throwable {
        Object lock = new Object();
        isIn(State.WAITING, () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
    }

    @Case("a thread in a timed Object.wait is TIMED_WAITING")
    public static void waitingForATime() throws Throwable {
        Object lock = new Object();
        isIn(State.TIMED_WAITING, () -> {
            synchronized (lock) {
                lock.wait(600_000);
            }
        });
    }

    @Case("a thread that wants a monitor that another one holds is BLOCKED")
    public static void blockedOnAMonitor() throws Throwable {
        Object lock = new Object();
        Task task;
        synchronized (lock) {
            task = Task.start(() -> {
                synchronized (lock) {
                    Check.that(Thread.holdsLock(lock), "got it");
                }
            });
            Await.state(task, State.BLOCKED);
        }
        task.finish();
    }

    @Case("a thread that was notified but cannot have the monitor yet is BLOCKED")
    public static void notifiedIsBlocked() throws Throwable {
        Object lock = new Object();
        Task[] tasks = new Task[8];
        for (int i = 0; i < tasks.length; i++) {
            boolean isTimed = i % 2 == 0;
            tasks[i] = Task.start(() -> {
                synchronized (lock) {
                    lock.wait(isTimed ? 600_000 : 0);
                }
            });
            Await.state(tasks[i], isTimed ? State.TIMED_WAITING : State.WAITING);
        }
        synchronized (lock) {
            lock.notifyAll();
            for (int looks = 0; looks < 1_000; looks++) {
                for (Task each : tasks) {
                    Check.equal(State.BLOCKED, each.getState());
                }
            }
            Thread.sleep(1);
            for (Task each : tasks) {
                Check.equal(State.BLOCKED, each.getState());
            }
        }
        for (Task each : tasks) {
            each.finish();
        }
    }

    @Case("a thread that joins is WAITING, one that joins for a time is TIMED_WAITING")
    public static void joining() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task target = Task.start(end::await);
        try {
            isIn(State.WAITING, target::join);
            isIn(State.TIMED_WAITING, () -> target.join(600_000));
        } finally {
            end.countDown();
        }
        target.finish();
    }

    @Case("a thread that waits for a lock or a queue of java.util.concurrent is WAITING")
    public static void waitingForALock() throws Throwable {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            isIn(State.WAITING, lock::lockInterruptibly);
            isIn(State.TIMED_WAITING, () -> lock.tryLock(10, TimeUnit.MINUTES));
            isIn(State.WAITING, () -> new SynchronousQueue<Integer>().take());
        } finally {
            lock.unlock();
        }
    }

    @Case("a thread that waits for a connection is RUNNABLE")
    public static void acceptingIsRunnable() throws Throwable {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Task task = Task.start(() -> Check.fails(java.net.SocketException.class, server::accept));
            Await.state(task, State.RUNNABLE);
            Task.start(server::close).finish();
            task.finish();
        }
    }

    @Case("all stack traces have started threads, not those that are to start, and not ended ones")
    public static void allTraces() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        Task unstarted = Task.of(() -> {});
        Task alive = Task.start(go::await);
        Task ended = Task.start(() -> {});
        ended.finish();
        Await.blocked(alive);
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        Check.that(all.containsKey(alive) && all.get(alive).length > 2, "the live one, with its frames");
        Check.that(!all.containsKey(unstarted) && !all.containsKey(ended), "the others are not there");
        go.countDown();
        alive.finish();
    }

    @SuppressWarnings({"deprecation", "removal"})
    @Case("stop either ends a thread or is refused and harms nothing")
    public static void stop() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                go.await();
            } catch (InterruptedException | ThreadDeath e) {
                end.set(e);
            }
        });
        thread.start();
        Await.blocked(thread);
        boolean refused = false;
        try {
            thread.stop();
        } catch (UnsupportedOperationException e) {
            refused = true;
            Check.that(thread.isAlive(), "it lives on");
            go.countDown();
        }
        thread.join();
        Check.equal(
                refused ? null : ThreadDeath.class,
                end.get() == null ? null : end.get().getClass());
        // once it has ended, these do nothing
        thread.stop();
        thread.suspend();
        thread.resume();
    }
}

package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Body;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Interrupts of what Thread and Object block in. Stays whole as a list of small cases. */
public final class InterruptCases {
    private InterruptCases() {}

    /**
     * The body must throw InterruptedException when interrupted while blocked, and at once when before; flag cleared.
     */
    static void isInterruptible(Body blocking) throws Throwable {
        Task task = Task.start(() -> {
            Check.fails(InterruptedException.class, blocking);
            Check.that(!Thread.currentThread().isInterrupted(), "the exception cleared the flag");
        });
        Await.blocked(task);
        task.interrupt();
        task.finish();
        Task.start(() -> {
                    Thread.currentThread().interrupt();
                    Check.fails(InterruptedException.class, blocking);
                    Check.that(!Thread.currentThread().isInterrupted(), "the exception cleared the flag");
                })
                .finish();
    }

    @Case("sleep is interruptible, also by an interrupt before it")
    public static void sleep() throws Throwable {
        isInterruptible(() -> Thread.sleep(600_000));
        isInterruptible(() -> Thread.sleep(600_000, 1));
    }

    @Case("Object.wait is interruptible, also by an interrupt before it")
    public static void waiting() throws Throwable {
        Object lock = new Object();
        isInterruptible(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } finally {
                    Check.that(Thread.holdsLock(lock), "the monitor is had again");
                }
            }
        });
    }

    @Case("a timed Object.wait is interruptible, also by an interrupt before it")
    public static void timedWaiting() throws Throwable {
        Object lock = new Object();
        isInterruptible(() -> {
            synchronized (lock) {
                lock.wait(600_000);
            }
        });
    }

    @Case("join is interruptible, also by an interrupt before it")
    public static void join() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task target = Task.start(end::await);
        isInterruptible(target::join);
        isInterruptible(() -> target.join(600_000));
        end.countDown();
        target.finish();
    }

    @Case("a sleep of no time throws if the thread is interrupted")
    public static void sleepOfNoTime() {
        Thread.currentThread().interrupt();
        Check.fails(InterruptedException.class, () -> Thread.sleep(0));
        Check.that(!Thread.interrupted(), "the flag is cleared");
    }

    @Case("park returns when the thread is interrupted, and leaves the flag")
    public static void park() throws Throwable {
        Task task = Task.start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
            LockSupport.park();
            LockSupport.parkNanos(600_000_000_000L);
            Check.that(Thread.interrupted(), "the flag is left");
        });
        Await.blocked(task);
        task.interrupt();
        task.finish();
    }

    @Case("interrupted clears the flag, isInterrupted does not")
    public static void interruptedClears() {
        Thread.currentThread().interrupt();
        Check.that(Thread.currentThread().isInterrupted(), "set");
        Check.that(Thread.currentThread().isInterrupted(), "still set");
        Suspend.now();
        Check.that(Thread.currentThread().isInterrupted(), "set after yield and park");
        Check.that(Thread.interrupted(), "set");
        Check.that(!Thread.interrupted(), "cleared");
        Check.that(!Thread.currentThread().isInterrupted(), "cleared");
    }

    @Case("an interrupt of a running thread only sets its flag, which others see")
    public static void interruptOfARunningThread() throws Throwable {
        AtomicBoolean mayEnd = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!mayEnd.get()) {
                Thread.yield();
            }
            Check.that(Thread.interrupted(), "interrupted");
        });
        Check.that(!task.isInterrupted(), "not yet interrupted");
        task.interrupt();
        Check.that(task.isInterrupted(), "interrupted");
        mayEnd.set(true);
        task.finish();
    }

    @Case("the interrupt of one thread is not that of another")
    public static void interruptsAreOwn() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        Task other = Task.start(() -> {
            end.await();
            Check.that(!Thread.currentThread().isInterrupted(), "not interrupted");
        });
        Await.blocked(other);
        Thread.currentThread().interrupt();
        Suspend.now();
        Check.that(!other.isInterrupted(), "the other one is not interrupted");
        Check.that(Thread.interrupted(), "this one is");
        end.countDown();
        other.finish();
    }

    @Case("an interrupt does not end the wait for a monitor; the flag is there when it is had")
    public static void interruptInMonitorEnter() throws Throwable {
        Object lock = new Object();
        AtomicBoolean entered = new AtomicBoolean();
        Task task;
        synchronized (lock) {
            task = Task.start(() -> {
                synchronized (lock) {
                    entered.set(true);
                    Check.that(Thread.interrupted(), "the flag is there");
                }
            });
            Await.blocked(task);
            task.interrupt();
            Await.blocked(task);
            Check.that(!entered.get(), "it still waits");
        }
        task.finish();
        Check.that(entered.get(), "it got in");
    }

    @Case("of notify and interrupt both come through: either the wait returns with the flag, or it throws")
    public static void notifyAndInterrupt() throws Throwable {
        for (int i = 0; i < 20; i++) {
            Object lock = new Object();
            Task task = Task.start(() -> {
                synchronized (lock) {
                    try {
                        lock.wait();
                        Check.that(Thread.interrupted(), "notified, and then interrupted");
                    } catch (InterruptedException e) {
                        Check.that(!Thread.interrupted(), "interrupted, the flag is cleared");
                    }
                }
            });
            Await.blocked(task);
            synchronized (lock) {
                lock.notify();
                task.interrupt();
            }
            task.finish();
        }
    }

    @Case("an interrupted waiter does not swallow the notification of another one")
    public static void interruptLeavesNotification() throws Throwable {
        for (int i = 0; i < 20; i++) {
            Object lock = new Object();
            CountDownLatch notified = new CountDownLatch(1);
            AtomicInteger inside = new AtomicInteger();
            Body waiting = () -> {
                synchronized (lock) {
                    try {
                        inside.incrementAndGet();
                        lock.wait();
                        notified.countDown();
                    } catch (InterruptedException e) {
                        Check.that(!Thread.interrupted(), "the flag is cleared");
                    }
                }
            };
            Task first = Task.start(waiting);
            Task second = Task.start(waiting);
            // blocked would not do: the second may be so in front of the monitor, where no notification finds it
            Await.that("both are inside", () -> inside.get() == 2);
            synchronized (lock) {
                // now both wait
                Check.that(inside.get() == 2, "nobody else came");
            }
            first.interrupt();
            synchronized (lock) {
                lock.notify();
            }
            notified.await();
            second.interrupt();
            Task.finish(first, second);
        }
    }

    /** Overrides interrupt, as threads that close their socket do. */
    private static final class Closing extends Thread {
        private final AtomicBoolean closed = new AtomicBoolean();

        @Override
        public void run() {
            while (!closed.get()) {
                LockSupport.park();
            }
        }

        @Override
        public void interrupt() {
            closed.set(true);
            super.interrupt();
        }
    }

    @Case("a subclass may override interrupt")
    public static void overriddenInterrupt() throws Throwable {
        Closing thread = new Closing();
        thread.start();
        Await.blocked(thread);
        thread.interrupt();
        thread.join();
        Check.that(thread.closed.get(), "the override was called");
    }

    /** Its stack is so large that it is no fiber. */
    private static final class Counting extends Thread {
        private final AtomicInteger calls = new AtomicInteger();
        private final Object monitor;
        private volatile boolean wasInterrupted;

        Counting(Object monitor) {
            super(null, null, "counting", 16 << 20);
            this.monitor = monitor;
        }

        @Override
        public void run() {
            synchronized (monitor) {
                wasInterrupted = isInterrupted();
            }
        }

        @Override
        public void interrupt() {
            calls.incrementAndGet();
            super.interrupt();
        }
    }

    @Case("an overridden interrupt is called once, though the thread waits for a monitor")
    public static void overriddenInterruptInMonitor() throws Throwable {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Task holder = Task.start(() -> {
            synchronized (monitor) {
                held.countDown();
                release.await();
            }
        });
        held.await();
        Await.blocked(holder);
        Counting thread = new Counting(monitor);
        thread.start();
        Await.state(thread, Thread.State.BLOCKED);
        thread.interrupt();
        release.countDown();
        thread.join();
        holder.finish();
        Check.equal(1, thread.calls.get());
        Check.that(thread.wasInterrupted, "the flag is there");
    }

    @Case("interrupting a thread that has ended does no harm")
    public static void interruptAfterTheEnd() throws Throwable {
        Thread thread = new Thread(() -> {});
        thread.start();
        thread.join();
        thread.interrupt();
        Check.equal(Thread.State.TERMINATED, thread.getState());
    }
}

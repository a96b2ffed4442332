package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Object.wait, notify and notifyAll.
 *
 * <p>A list of independent cases, whole because they have one subject.
 */
public final class WaitCases {
    private WaitCases() {}

    /** Starts threads that wait on the object until notified, and counts those who return. */
    private static Task[] waiters(int count, Object lock, AtomicInteger returned) {
        AtomicInteger entered = new AtomicInteger();
        Task[] waiters = Task.start(count, () -> {
            synchronized (lock) {
                entered.incrementAndGet();
                lock.wait();
                returned.incrementAndGet();
            }
        });
        // not by their states: one may be blocked in front of the monitor still
        Await.that("all wait", () -> {
            synchronized (lock) {
                return entered.get() == count;
            }
        });
        return waiters;
    }

    /** Its initializer waits: the VM has called it, so nothing below it can suspend. */
    private static final class WaitsWhenInitialized {
        static final boolean HAS_WAITED = await();

        private static boolean await() {
            Object lock = new Object();
            synchronized (lock) {
                try {
                    lock.wait(2);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return true;
        }
    }

    @Case("a wait below a class initializer ends, and counts as one that blocks a carrier")
    public static void waitInAnInitializer() {
        long before = Fibers.pinned();
        Check.that(WaitsWhenInitialized.HAS_WAITED, "waited");
        Check.that(!Fibers.isFiber() || Fibers.pinned() > before, "counted");
    }

    @Case("notify wakes one waiter, and one only")
    public static void notifyWakesOne() throws Throwable {
        Object lock = new Object();
        AtomicInteger returned = new AtomicInteger();
        Task[] waiters = waiters(5, lock, returned);
        for (int i = 1; i <= 5; i++) {
            int expected = i;
            synchronized (lock) {
                lock.notify();
            }
            Await.that(i + " are woken", () -> returned.get() == expected);
            Suspend.now();
            Check.equal(i, returned.get());
        }
        Task.finish(waiters);
    }

    @Case("notifyAll wakes all waiters")
    public static void notifyAllWakesAll() throws Throwable {
        Object lock = new Object();
        AtomicInteger returned = new AtomicInteger();
        Task[] waiters = waiters(20, lock, returned);
        synchronized (lock) {
            lock.notifyAll();
            Suspend.now();
            Check.equal(0, returned.get());
        }
        Task.finish(waiters);
        Check.equal(20, returned.get());
    }

    @Case("a timed wait ends after its time, not earlier, and has the monitor again")
    public static void timedWait() throws Throwable {
        Object lock = new Object();
        synchronized (lock) {
            long start = System.nanoTime();
            lock.wait(20);
            Check.passed(20, start);
            Check.that(Thread.holdsLock(lock), "the monitor is had");
            lock.wait(1, 1);
            lock.wait(0, 1);
        }
    }

    @Case("a timed wait is ended by notify")
    public static void timedWaitIsNotified() throws Throwable {
        Object lock = new Object();
        Task task = Task.start(() -> {
            synchronized (lock) {
                lock.wait(600_000);
            }
        });
        Await.state(task, Thread.State.TIMED_WAITING);
        synchronized (lock) {
            lock.notify();
        }
        task.finish();
    }

    @Case("wait releases all the holds of its thread, and has as many again")
    public static void waitReleasesAllHolds() throws Throwable {
        Object lock = new Object();
        AtomicBoolean notified = new AtomicBoolean();
        Task task = Task.start(() -> {
            synchronized (lock) {
                synchronized (lock) {
                    synchronized (lock) {
                        while (!notified.get()) {
                            lock.wait();
                        }
                    }
                    Check.that(Thread.holdsLock(lock), "two left");
                }
                Check.that(Thread.holdsLock(lock), "one left");
            }
            Check.that(!Thread.holdsLock(lock), "none left");
        });
        Await.blocked(task);
        synchronized (lock) {
            notified.set(true);
            lock.notifyAll();
        }
        task.finish();
    }

    @Case("wait keeps the monitors of other objects")
    public static void waitKeepsOtherMonitors() throws Throwable {
        Object other = new Object();
        Object lock = new Object();
        AtomicBoolean ended = new AtomicBoolean();
        Task waiter = Task.start(() -> {
            synchronized (other) {
                synchronized (lock) {
                    lock.wait();
                }
                ended.set(true);
            }
        });
        Await.state(waiter, Thread.State.WAITING);
        Task excluded = Task.start(() -> {
            synchronized (other) {
                Check.that(ended.get(), "the waiter has left");
            }
        });
        Await.blocked(excluded);
        synchronized (lock) {
            lock.notify();
        }
        Task.finish(waiter, excluded);
    }

    @Case("without the monitor wait and notify throw IllegalMonitorStateException")
    public static void withoutTheMonitor() {
        Object lock = new Object();
        Check.fails(IllegalMonitorStateException.class, () -> lock.wait());
        Check.fails(IllegalMonitorStateException.class, () -> lock.wait(1));
        Check.fails(IllegalMonitorStateException.class, () -> lock.wait(1, 1));
        Check.fails(IllegalMonitorStateException.class, lock::notify);
        Check.fails(IllegalMonitorStateException.class, lock::notifyAll);
        Check.fails(IllegalMonitorStateException.class, () -> {
            synchronized (new Object()) {
                lock.notify();
            }
        });
    }

    @Case("with the monitor held by a suspended thread others still get IllegalMonitorStateException")
    public static void monitorOfASuspendedThread() throws Throwable {
        Object lock = new Object();
        CountDownLatch end = new CountDownLatch(1);
        Task owner = Task.start(() -> {
            synchronized (lock) {
                end.await();
                lock.notifyAll();
            }
        });
        Await.blocked(owner);
        Check.fails(IllegalMonitorStateException.class, lock::notify);
        Check.fails(IllegalMonitorStateException.class, () -> lock.wait(1));
        end.countDown();
        owner.finish();
    }

    @Case("wait refuses illegal times")
    public static void illegalTimes() {
        Object lock = new Object();
        synchronized (lock) {
            Check.fails(IllegalArgumentException.class, () -> lock.wait(-1));
            Check.fails(IllegalArgumentException.class, () -> lock.wait(0, -1));
            Check.fails(IllegalArgumentException.class, () -> lock.wait(0, 1_000_000));
        }
    }

    @Case("a notification that nobody waits for is lost")
    public static void notificationsAreNotKept() throws Throwable {
        Object lock = new Object();
        synchronized (lock) {
            lock.notify();
            lock.notifyAll();
            long start = System.nanoTime();
            lock.wait(10);
            Check.passed(10, start);
        }
    }

    /** The bounded buffer of the textbooks. */
    private static final class Buffer {
        private final ArrayDeque<Integer> values = new ArrayDeque<>();

        synchronized void put(int value) throws InterruptedException {
            while (values.size() == 3) {
                wait();
            }
            values.add(value);
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (values.isEmpty()) {
                wait();
            }
            notifyAll();
            return values.remove();
        }
    }

    @Case("producers and consumers of a bounded buffer lose and double nothing")
    public static void boundedBuffer() throws Throwable {
        Buffer buffer = new Buffer();
        AtomicInteger sum = new AtomicInteger();
        Task[] consumers = Task.start(3, () -> {
            for (int i = 0; i < 100; i++) {
                sum.addAndGet(buffer.take());
            }
        });
        Task.finish(Task.start(3, () -> {
            for (int i = 1; i <= 100; i++) {
                buffer.put(i);
            }
        }));
        Task.finish(consumers);
        Check.equal(3 * 5_050, sum.get());
    }

    @Case("two threads that notify each other a thousand times lose no notification")
    public static void pingPong() throws Throwable {
        Object lock = new Object();
        int[] turn = new int[1];
        Task other = Task.start(() -> {
            for (int i = 0; i < 1_000; i++) {
                synchronized (lock) {
                    while (turn[0] % 2 == 0) {
                        lock.wait();
                    }
                    turn[0]++;
                    lock.notify();
                }
            }
        });
        for (int i = 0; i < 1_000; i++) {
            synchronized (lock) {
                while (turn[0] % 2 == 1) {
                    lock.wait();
                }
                turn[0]++;
                lock.notify();
            }
        }
        other.finish();
        Check.equal(2_000, turn[0]);
    }

    @Case("wait on this in an inherited and in an overridden synchronized method")
    public static void waitInSubclasses() throws Throwable {
        class Latch {
            protected boolean open;

            synchronized void await() throws InterruptedException {
                while (!open) {
                    wait();
                }
            }

            synchronized void open() {
                open = true;
                notifyAll();
            }
        }

        class Loud extends Latch {
            @Override
            synchronized void await() throws InterruptedException {
                Suspend.now();
                super.await();
                Suspend.now();
            }
        }

        Latch latch = new Loud();
        Task task = Task.start(latch::await);
        Await.blocked(task);
        latch.open();
        task.finish();
    }
}

package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Mutual exclusion by monitors, with suspensions inside. */
public final class MonitorCases {
    private MonitorCases() {}

    private static int guarded;

    private static final class Counter {
        private int value;

        synchronized void increment() {
            int before = value;
            Suspend.now();
            value = before + 1;
        }

        void incrementInBlock() {
            synchronized (this) {
                int before = value;
                Suspend.now();
                value = before + 1;
            }
        }

        static synchronized void incrementGuarded() {
            int before = guarded;
            Suspend.now();
            guarded = before + 1;
        }

        synchronized int nested(int depth) {
            Suspend.now();
            if (depth == 0) {
                return value;
            }
            value++;
            int result = nested(depth - 1);
            Check.that(Thread.holdsLock(this), "held at depth " + depth);
            return result;
        }
    }

    @Case("a synchronized method excludes others while its thread is suspended in it")
    public static void synchronizedMethod() throws Throwable {
        Counter counter = new Counter();
        Task.finish(Task.start(4, () -> {
            for (int i = 0; i < 50; i++) {
                counter.increment();
            }
        }));
        Check.equal(200, counter.value);
    }

    @Case("a synchronized block and a synchronized method on one object exclude each other")
    public static void blockAndMethod() throws Throwable {
        Counter counter = new Counter();
        Task blocks = Task.start(() -> {
            for (int i = 0; i < 100; i++) {
                counter.incrementInBlock();
            }
        });
        for (int i = 0; i < 100; i++) {
            counter.increment();
        }
        blocks.finish();
        Check.equal(200, counter.value);
    }

    @Case("a static synchronized method and a block on its class exclude each other")
    public static void staticSynchronizedMethod() throws Throwable {
        guarded = 0;
        Task.finish(Task.start(3, () -> {
            for (int i = 0; i < 30; i++) {
                Counter.incrementGuarded();
                synchronized (Counter.class) {
                    int before = guarded;
                    Suspend.now();
                    guarded = before + 1;
                }
            }
        }));
        Check.equal(180, guarded);
    }

    @Case("a monitor is reentrant, with a suspension at each level")
    public static void reentrancy() throws Throwable {
        Counter counter = new Counter();
        Task.finish(Task.start(3, () -> {
            for (int i = 0; i < 5; i++) {
                counter.nested(10);
            }
        }));
        Check.equal(150, counter.value);
        Check.that(!Thread.holdsLock(counter), "free in the end");
    }

    @Case("a monitor entered twice in one method is free only after the second exit")
    public static void enteredTwice() throws Throwable {
        Object lock = new Object();
        AtomicBoolean entered = new AtomicBoolean();
        Task other = Task.of(() -> {
            synchronized (lock) {
                entered.set(true);
            }
        });
        synchronized (lock) {
            synchronized (lock) {
                Suspend.now();
                other.start();
                Await.blocked(other);
            }
            Suspend.now();
            Await.blocked(other);
            Check.that(!entered.get(), "still excluded");
        }
        other.finish();
    }

    @Case("nested monitors of different objects are all kept across a suspension")
    public static void nestedMonitors() throws Throwable {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        int[] count = new int[1];
        Task.finish(Task.start(4, () -> {
            for (int i = 0; i < 25; i++) {
                synchronized (a) {
                    synchronized (b) {
                        synchronized (c) {
                            int before = count[0];
                            Suspend.now();
                            Check.that(Thread.holdsLock(a) && Thread.holdsLock(b) && Thread.holdsLock(c), "all held");
                            count[0] = before + 1;
                        }
                        Check.that(!Thread.holdsLock(c) && Thread.holdsLock(b), "the innermost one is free");
                    }
                }
            }
        }));
        Check.equal(100, count[0]);
    }

    @Case("holdsLock tells who holds a monitor, also after suspensions, and to others")
    public static void holdsLock() throws Throwable {
        Object lock = new Object();
        Check.that(!Thread.holdsLock(lock), "nobody holds it");
        synchronized (lock) {
            Check.that(Thread.holdsLock(lock), "held");
            Suspend.now();
            Check.that(Thread.holdsLock(lock), "held after a suspension");
            Task.start(() -> Check.that(!Thread.holdsLock(lock), "not held by another"))
                    .finish();
        }
        Check.that(!Thread.holdsLock(lock), "free again");
        Check.fails(NullPointerException.class, () -> Thread.holdsLock(null));
    }

    @Case("a monitor held by a parked thread keeps others out until it leaves")
    public static void heldWhileParked() throws Throwable {
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        AtomicBoolean left = new AtomicBoolean();
        Task owner = Task.start(() -> {
            synchronized (lock) {
                inside.countDown();
                go.await();
                left.set(true);
            }
        });
        inside.await();
        Await.blocked(owner);
        Task[] others = Task.start(10, () -> {
            synchronized (lock) {
                Check.that(left.get(), "the owner has left");
            }
        });
        for (Task each : others) {
            Await.blocked(each);
        }
        go.countDown();
        owner.finish();
        Task.finish(others);
    }

    @Case("any object serves as a monitor: a class, an array, a string, a thread, a lambda")
    public static void anyObject() throws Throwable {
        Runnable lambda = () -> {};
        Object[] locks = {MonitorCases.class, new int[1], new String("own"), new Thread(() -> {}), lambda, new Object[0]
        };
        for (Object lock : locks) {
            int[] count = new int[1];
            Task.finish(Task.start(3, () -> {
                for (int i = 0; i < 10; i++) {
                    synchronized (lock) {
                        int before = count[0];
                        Suspend.now();
                        count[0] = before + 1;
                    }
                }
            }));
            Check.equal(30, count[0]);
        }
    }

    @Case("a hundred threads that want one monitor all get it")
    public static void everybodyGetsIn() throws Throwable {
        int[] count = new int[1];
        Object lock = new Object();
        Task.finish(Task.start(100, () -> {
            synchronized (lock) {
                int before = count[0];
                Suspend.now();
                count[0] = before + 1;
            }
        }));
        Check.equal(100, count[0]);
    }

    @Case("a monitor entered in a constructor is left at its end")
    public static void monitorInAConstructor() throws Throwable {
        Object lock = new Object();
        class Guarded {
            private final int value;

            Guarded() {
                synchronized (lock) {
                    Suspend.now();
                    value = Thread.holdsLock(lock) ? 1 : 0;
                }
            }
        }
        Check.equal(1, new Guarded().value);
        Check.that(!Thread.holdsLock(lock), "left");
        Task.start(() -> Check.equal(1, new Guarded().value)).finish();
    }

    @Case("synchronizing on null throws NullPointerException")
    public static void nullMonitor() {
        Object nothing = Suspend.with((Object) null);
        Check.fails(NullPointerException.class, () -> {
            synchronized (nothing) {
                Suspend.now();
            }
        });
    }
}

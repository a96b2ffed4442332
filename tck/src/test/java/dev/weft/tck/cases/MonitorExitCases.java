package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;

/** A monitor is left on every way out. */
public final class MonitorExitCases {
    private MonitorExitCases() {}

    private static void isFree(Object lock) throws Throwable {
        Check.that(!Thread.holdsLock(lock), "not held by the leaving thread");
        Task.start(() -> {
                    synchronized (lock) {
                        Check.that(Thread.holdsLock(lock), "others get in");
                    }
                })
                .finish();
    }

    private static final class Throwing {
        synchronized void fail() {
            Suspend.andThrow(new IllegalStateException("meant"));
        }

        static synchronized void failStatically() {
            Suspend.andThrow(new IllegalStateException("meant"));
        }

        synchronized int failNested(int depth) {
            Suspend.now();
            if (depth == 0) {
                throw new IllegalStateException("meant");
            }
            return failNested(depth - 1) + 1;
        }
    }

    @Case("an exception that leaves a synchronized method after a suspension leaves its monitor")
    public static void exceptionLeavesMethod() throws Throwable {
        Throwing object = new Throwing();
        Check.fails(IllegalStateException.class, object::fail);
        isFree(object);
        Check.fails(IllegalStateException.class, Throwing::failStatically);
        isFree(Throwing.class);
        Check.fails(IllegalStateException.class, () -> object.failNested(20));
        isFree(object);
    }

    @Case("an exception that leaves a synchronized block after a suspension leaves its monitor")
    public static void exceptionLeavesBlock() throws Throwable {
        Object lock = new Object();
        Check.fails(IllegalStateException.class, () -> {
            synchronized (lock) {
                Suspend.andThrow(new IllegalStateException("meant"));
            }
        });
        isFree(lock);
    }

    @Case("an exception through nested monitors leaves those that it crosses and keeps the others")
    public static void exceptionThroughNestedMonitors() throws Throwable {
        Object outer = new Object();
        Object inner = new Object();
        synchronized (outer) {
            try {
                synchronized (inner) {
                    Suspend.andThrow(new IllegalStateException("meant"));
                }
            } catch (IllegalStateException e) {
                Check.that(Thread.holdsLock(outer), "the outer one is kept");
                Check.that(!Thread.holdsLock(inner), "the inner one is left");
                Suspend.now();
            }
            Check.that(Thread.holdsLock(outer), "still kept");
        }
        isFree(outer);
        isFree(inner);
    }

    @Case("a return out of the middle of a synchronized block leaves the monitor")
    public static void returnOutOfABlock() throws Throwable {
        Object lock = new Object();
        for (int i = 0; i < 6; i++) {
            Check.equal(i % 3, leaveSomehow(lock, i % 3));
            isFree(lock);
        }
    }

    private static int leaveSomehow(Object lock, int way) {
        synchronized (lock) {
            Suspend.now();
            if (way == 0) {
                return Suspend.with(0);
            }
            try {
                if (way == 1) {
                    return Suspend.with(1);
                }
            } finally {
                Suspend.now();
            }
        }
        return way;
    }

    @Case("break and continue out of a synchronized block leave the monitor")
    public static void breakOutOfABlock() throws Throwable {
        Object lock = new Object();
        int rounds = 0;
        for (int i = 0; i < 10; i++) {
            synchronized (lock) {
                Suspend.now();
                if (i % 2 == 0) {
                    continue;
                }
                rounds++;
                if (i == 7) {
                    break;
                }
            }
        }
        Check.equal(4, rounds);
        isFree(lock);
    }

    @Case("the value of a synchronized expression is right after a suspension at its return")
    public static void valuesOutOfMonitors() {
        Object lock = new Object();
        Check.equal(7L, sum(lock, 3L, 4));
        Check.equal("ab", concat(lock, "a", "b"));
        Check.equal(2.5, half(lock, 5.0));
    }

    private static long sum(Object lock, long a, int b) {
        synchronized (lock) {
            return Suspend.with(a) + Suspend.with(b);
        }
    }

    private static synchronized String concat(Object lock, String a, String b) {
        synchronized (lock) {
            return Suspend.with(a) + Suspend.with(b);
        }
    }

    private static double half(Object lock, double a) {
        synchronized (lock) {
            return Suspend.with(a) / Suspend.with(2.0);
        }
    }

    @Case("finally blocks around and in monitors run once, with the right monitors held")
    public static void finallyAndMonitors() throws Throwable {
        Object lock = new Object();
        StringBuilder steps = new StringBuilder();
        try {
            synchronized (lock) {
                try {
                    Suspend.now();
                    steps.append('a');
                    Suspend.andThrow(new IllegalStateException("meant"));
                } finally {
                    Suspend.now();
                    steps.append(Thread.holdsLock(lock) ? 'b' : 'x');
                }
            }
        } catch (IllegalStateException e) {
            steps.append(Thread.holdsLock(lock) ? 'y' : 'c');
        } finally {
            Suspend.now();
            steps.append('d');
        }
        Check.equal("abcd", steps.toString());
        isFree(lock);
    }
}

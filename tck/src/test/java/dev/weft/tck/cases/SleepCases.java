package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Sleeping, yielding, spinning. */
public final class SleepCases {
    private SleepCases() {}

    @Case("sleep never ends too early")
    public static void sleepIsNotTooShort() throws Throwable {
        for (int millis : new int[] {1, 2, 3, 7, 20}) {
            long start = System.nanoTime();
            Thread.sleep(millis);
            Check.passed(millis, start);
        }
    }

    @Case("sleep does not take for ever longer than wanted")
    public static void sleepIsNotTooLong() throws Throwable {
        long start = System.nanoTime();
        Thread.sleep(10);
        Check.inTime(start);
    }

    @Case("sleep refuses negative times and too many nanoseconds")
    public static void illegalTimes() {
        Check.fails(IllegalArgumentException.class, () -> Thread.sleep(-1));
        Check.fails(IllegalArgumentException.class, () -> Thread.sleep(0, -1));
        Check.fails(IllegalArgumentException.class, () -> Thread.sleep(0, 1_000_000));
    }

    @Case("sleep with nanoseconds, of no time, and by time units returns")
    public static void otherSleeps() throws Throwable {
        Thread.sleep(0);
        Thread.sleep(0, 1);
        Thread.sleep(1, 999_999);
        long start = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(5);
        TimeUnit.MICROSECONDS.sleep(100);
        TimeUnit.SECONDS.sleep(-1);
        Check.passed(5, start);
    }

    @Case("many threads sleep at the same time")
    public static void sleepersDoNotQueue() throws Throwable {
        long start = System.nanoTime();
        Task.finish(Task.start(1_000, () -> Thread.sleep(100)));
        Check.passed(100, start);
        Check.inTime(start);
    }

    @Case("sleepers wake in the order of their times")
    public static void orderOfSleepers() throws Throwable {
        AtomicBoolean isOver = new AtomicBoolean();
        Task late = Task.start(() -> {
            Check.fails(InterruptedException.class, () -> Thread.sleep(600_000));
            isOver.set(true);
        });
        Await.blocked(late);
        Task early = Task.start(() -> Thread.sleep(20));
        early.finish();
        Task earliest = Task.start(() -> Thread.sleep(1));
        earliest.finish();
        Check.that(!isOver.get(), "the late one sleeps");
        late.interrupt();
        late.finish();
    }

    @Case("sleep keeps the monitors that the thread holds")
    public static void sleepKeepsMonitors() throws Throwable {
        Object lock = new Object();
        AtomicBoolean entered = new AtomicBoolean();
        Task other;
        synchronized (lock) {
            other = Task.start(() -> {
                synchronized (lock) {
                    entered.set(true);
                }
            });
            Thread.sleep(20);
            Check.that(!entered.get(), "nobody came in");
            Check.that(Thread.holdsLock(lock), "still held");
        }
        other.finish();
        Check.that(entered.get(), "then it came in");
    }

    @Case("threads that yield to each other both go on")
    public static void yielding() throws Throwable {
        AtomicInteger turn = new AtomicInteger();
        Task other = Task.start(() -> {
            for (int i = 0; i < 100; i++) {
                while (turn.get() % 2 == 0) {
                    Thread.yield();
                }
                turn.incrementAndGet();
            }
        });
        for (int i = 0; i < 100; i++) {
            while (turn.get() % 2 == 1) {
                Thread.yield();
            }
            turn.incrementAndGet();
        }
        other.finish();
        Check.equal(200, turn.get());
    }

    @Case("a thread that computes without end does not keep the others from running")
    public static void hogging() throws Throwable {
        AtomicBoolean stop = new AtomicBoolean();
        Task[] hogs = Task.start(2, () -> {
            long start = System.nanoTime();
            while (!stop.get()) {
                Thread.onSpinWait();
                Check.inTime(start);
            }
        });
        Task other = Task.start(() -> stop.set(true));
        Task.finish(hogs);
        other.finish();
    }

    @Case("timed sleeps of many lengths all end, none too early")
    public static void manyTimers() throws Throwable {
        AtomicInteger next = new AtomicInteger();
        Task.finish(Task.start(300, () -> {
            int millis = next.incrementAndGet() % 50;
            long start = System.nanoTime();
            Thread.sleep(millis);
            Check.passed(millis, start);
        }));
    }
}

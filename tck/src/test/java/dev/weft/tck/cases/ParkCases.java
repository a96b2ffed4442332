package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** LockSupport. Stays whole as a list of small cases. */
public final class ParkCases {
    private static final long LONG = 600_000_000_000L;

    private ParkCases() {}

    @Case("unpark wakes a parked thread")
    public static void unparkWakes() throws Throwable {
        AtomicBoolean go = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!go.get()) {
                LockSupport.park();
            }
        });
        Await.blocked(task);
        go.set(true);
        LockSupport.unpark(task);
        task.finish();
    }

    @Case("park returns at once when the permit is there")
    public static void permit() {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        LockSupport.unpark(Thread.currentThread());
        long start = System.nanoTime();
        LockSupport.parkNanos(LONG);
        Check.inTime(start);
    }

    @Case("permits do not add up")
    public static void permitsDoNotAddUp() {
        for (int i = 0; i < 10; i++) {
            LockSupport.unpark(Thread.currentThread());
        }
        LockSupport.park();
        long start = System.nanoTime();
        int returns = 0;
        while (System.nanoTime() - start < 20_000_000 && returns < 10) {
            LockSupport.parkNanos(30_000_000);
            returns++;
        }
        Check.that(returns < 5, "at most a few spurious returns, not " + returns);
    }

    @Case("parkUntil of a time that is over takes the permit")
    public static void parkUntilThePast() {
        int early = 0;
        for (int i = 0; i < 10; i++) {
            LockSupport.unpark(Thread.currentThread());
            LockSupport.parkUntil(1);
            long start = System.nanoTime();
            LockSupport.parkNanos(3_000_000);
            early += System.nanoTime() - start < 2_000_000 ? 1 : 0;
        }
        Check.that(early < 5, "at most a few spurious returns, not " + early);
    }

    @Case("a permit given before the park is not lost, wherever the thread is suspended in between")
    public static void permitSurvives() throws Throwable {
        AtomicInteger stage = new AtomicInteger();
        Task task = Task.start(() -> {
            stage.set(1);
            while (stage.get() == 1) {
                Thread.yield();
            }
            LockSupport.park();
        });
        Await.that("it runs", () -> stage.get() == 1);
        LockSupport.unpark(task);
        stage.set(2);
        task.finish();
    }

    @Case("parkNanos returns after its time, and not for ever")
    public static void parkNanos() {
        long start = System.nanoTime();
        long deadline = start + 20_000_000;
        while (System.nanoTime() < deadline) {
            LockSupport.parkNanos(deadline - System.nanoTime());
        }
        Check.passed(20, start);
        Check.inTime(start);
    }

    @Case("parkNanos of no time, or less, returns at once")
    public static void parkNanosOfNoTime() {
        long start = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            LockSupport.parkNanos(0);
            LockSupport.parkNanos(-1);
            LockSupport.parkNanos(Long.MIN_VALUE);
        }
        Check.inTime(start);
    }

    @Case("parkNanos of a nanosecond parks for a short time: a loop of short parks is no busy loop")
    public static void napsTakeTime() {
        int shortParks = 1000;
        long start = System.nanoTime();
        for (int i = 0; i < shortParks; i++) {
            LockSupport.parkNanos(1);
        }
        // the kernel's timers have a slack of 50 microseconds
        long each = (System.nanoTime() - start) / shortParks;
        Check.that(each >= 20_000, "a short park takes " + each + " ns");
    }

    @Case("parkNanos of the longest time waits until it is unparked")
    public static void parkNanosForEver() throws Throwable {
        AtomicBoolean go = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!go.get()) {
                LockSupport.parkNanos(Long.MAX_VALUE);
            }
        });
        Await.blocked(task);
        go.set(true);
        LockSupport.unpark(task);
        task.finish();
    }

    @Case("parkUntil returns at its date, and at once if that is past")
    public static void parkUntil() {
        LockSupport.parkUntil(System.currentTimeMillis() - 1);
        LockSupport.parkUntil(1);
        LockSupport.parkUntil(-1);
        LockSupport.parkUntil(Long.MIN_VALUE);
        long start = System.nanoTime();
        long date = System.currentTimeMillis() + 20;
        while (System.currentTimeMillis() < date) {
            LockSupport.parkUntil(date);
        }
        Check.passed(18, start);
        Check.inTime(start);
    }

    @Case("the blocker of a parked thread can be read, and is gone after the park")
    public static void blocker() throws Throwable {
        Object blocker = new Object();
        AtomicBoolean go = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!go.get()) {
                LockSupport.park(blocker);
            }
            Check.same(null, LockSupport.getBlocker(Thread.currentThread()));
            LockSupport.parkNanos(blocker, 1);
            LockSupport.parkUntil(blocker, 1);
            Check.same(null, LockSupport.getBlocker(Thread.currentThread()));
        });
        // it may wait for another reason first: that a class is loaded
        Await.that("the blocker is seen", () -> LockSupport.getBlocker(task) == blocker);
        go.set(true);
        LockSupport.unpark(task);
        task.finish();
    }

    @Case("unpark of null, of a thread that is not started and of one that has ended does nothing")
    public static void unparkOfNothing() throws Throwable {
        LockSupport.unpark(null);
        Task task = Task.of(() -> {});
        LockSupport.unpark(task);
        task.start();
        task.finish();
        LockSupport.unpark(task);
        Check.fails(NullPointerException.class, () -> LockSupport.getBlocker(null));
    }

    @Case("two threads that wake each other a thousand times lose no wake-up")
    public static void pingPong() throws Throwable {
        AtomicInteger turn = new AtomicInteger();
        Thread first = Thread.currentThread();
        Task second = Task.start(() -> {
            for (int i = 0; i < 1_000; i++) {
                while (turn.get() != 2 * i + 1) {
                    LockSupport.park();
                }
                turn.incrementAndGet();
                LockSupport.unpark(first);
            }
        });
        for (int i = 0; i < 1_000; i++) {
            turn.incrementAndGet();
            LockSupport.unpark(second);
            while (turn.get() != 2 * i + 2) {
                LockSupport.park();
            }
        }
        second.finish();
    }

    @Case("many threads that unpark one parked thread wake it once for good")
    public static void manyUnparks() throws Throwable {
        for (int round = 0; round < 20; round++) {
            AtomicInteger calls = new AtomicInteger();
            Task task = Task.start(() -> {
                while (calls.get() < 8) {
                    LockSupport.park();
                }
            });
            Task.finish(Task.start(8, () -> {
                calls.incrementAndGet();
                LockSupport.unpark(task);
            }));
            task.finish();
        }
    }

    @Case("what was written before unpark is seen after the park that it ends")
    public static void unparkMakesVisible() throws Throwable {
        int[] plain = new int[1];
        AtomicInteger round = new AtomicInteger();
        Task task = Task.start(() -> {
            for (int i = 1; i <= 200; i++) {
                while (round.get() < i) {
                    LockSupport.park();
                }
                Check.that(plain[0] >= i, "at least " + i + ": " + plain[0]);
            }
        });
        for (int i = 1; i <= 200; i++) {
            plain[0] = i;
            round.set(i);
            LockSupport.unpark(task);
        }
        task.finish();
    }

    @Case("a permit that was made available before other waits is there after them")
    public static void permitSurvivesOtherWaits() throws Throwable {
        Task task = Task.start(() -> {
            Object lock = new Object();
            LockSupport.unpark(Thread.currentThread());
            Thread.sleep(20);
            LockSupport.park();
            LockSupport.unpark(Thread.currentThread());
            synchronized (lock) {
                lock.wait(20);
            }
            LockSupport.park();
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(20);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            sleeper.start();
            LockSupport.unpark(Thread.currentThread());
            sleeper.join();
            LockSupport.park();
            Thread.yield();
        });
        task.finish();
    }

    @Case("a permit that comes just when a wait ends is not lost")
    public static void permitAtTheEndOfWait() throws Throwable {
        Object lock = new Object();
        AtomicInteger turn = new AtomicInteger();
        permitAtTheEnd(
                turn,
                round -> {
                    synchronized (lock) {
                        while (turn.get() < round) {
                            lock.wait();
                        }
                    }
                },
                round -> {
                    synchronized (lock) {
                        lock.notify();
                    }
                });
    }

    @Case("a permit that comes just when a sleep ends is not lost")
    public static void permitAtTheEndOfSleep() throws Throwable {
        permitAtTheEnd(new AtomicInteger(), round -> Thread.sleep(1), round -> Thread.sleep(1));
    }

    private interface Step {
        void take(int round) throws Exception;
    }

    /** In each round one thread waits, another ends that, a third unparks the first, which then parks. */
    private static void permitAtTheEnd(AtomicInteger turn, Step wait, Step end) throws Throwable {
        int rounds = 200;
        AtomicInteger parked = new AtomicInteger();
        Task waiting = Task.start(() -> {
            for (int i = 1; i <= rounds; i++) {
                wait.take(i);
                LockSupport.park();
                parked.set(i);
            }
        });
        Task unparking = Task.start(() -> {
            for (int i = 1; i <= rounds; i++) {
                while (turn.get() < i) {
                    Thread.yield();
                }
                LockSupport.unpark(waiting);
            }
        });
        for (int i = 1; i <= rounds; i++) {
            int round = i;
            turn.set(i);
            end.take(i);
            Await.that("round " + i + " is over", () -> parked.get() >= round);
        }
        unparking.finish();
        waiting.finish();
    }
}

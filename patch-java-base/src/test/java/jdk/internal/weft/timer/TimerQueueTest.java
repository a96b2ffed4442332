package jdk.internal.weft.timer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The queue of timers on the plain JVM: who is told and when, what cancelled timers keep, and a race of many threads.
 * Stays whole because all of it compares with one model.
 */
class TimerQueueTest {
    private static final long NEVER = Long.MAX_VALUE / 2;

    /** The queue, with sleepers that are told by a {@code Runnable}. */
    private static class Queue {
        private final TimerQueue queue = new TimerQueue();

        Timer add(Runnable sleeper, long now, long nanos) {
            Timer timer = new Timer(sleeper::run, now + nanos);
            queue.add(timer, nanos);
            return timer;
        }

        int fire(long now, int most) {
            return queue.fire(now, most);
        }

        long trim() {
            return queue.trim();
        }

        int size() {
            return queue.size();
        }

        static void cancel(Timer timer) {
            timer.cancel();
        }
    }

    /** Forgets one of a thousand. */
    private static final class Broken extends Queue {
        private int added;

        @Override
        Timer add(Runnable sleeper, long now, long nanos) {
            return super.add(++added % 1_000 == 0 ? () -> {} : sleeper, now, nanos);
        }
    }

    /** How long timers last, which decides what chains there are. */
    private interface Lengths {
        long next(Random random);
    }

    private static final Lengths EQUAL = random -> 5_000;
    private static final Lengths FEW = random -> 1_000L << 2 * random.nextInt(5);
    private static final Lengths ANY = random -> 1 + (random.nextLong() >>> 1) % 20_000;
    private static final Lengths NEARLY_EQUAL = random -> 5_000 - random.nextInt(3);

    private static final class Expected {
        private final long deadline;
        private Timer timer;
        private boolean isTold;
        private boolean isCancelled;

        Expected(long deadline) {
            this.deadline = deadline;
        }
    }

    private static void check(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException(what);
        }
    }

    /** Random steps, with a clock that the test owns; returns the largest ratio of all timers to live ones, and 100. */
    private static double compare(Queue queue, long seed, Lengths lengths, int cancelOf) {
        Random random = new Random(seed);
        List<Expected> live = new ArrayList<>();
        long[] now = {1_000};
        double worst = 0;
        for (int step = 0; step < 30_000; step++) {
            now[0] += random.nextInt(20);
            long nanos = lengths.next(random);
            Expected added = new Expected(now[0] + nanos);
            added.timer = queue.add(
                    () -> {
                        check(!added.isTold && !added.isCancelled, "told once");
                        check(added.deadline <= now[0], "not too early");
                        added.isTold = true;
                    },
                    now[0],
                    nanos);
            live.add(added);
            if (random.nextInt(10) < cancelOf) {
                Expected cancelled = live.remove(random.nextInt(live.size()));
                cancelled.isCancelled = true;
                Queue.cancel(cancelled.timer);
            }
            if (random.nextInt(16) == 0) {
                queue.fire(now[0], random.nextBoolean() ? 3 : Integer.MAX_VALUE);
                live.removeIf(each -> each.isTold);
            }
            if (step % 512 == 0) {
                queue.fire(now[0], Integer.MAX_VALUE);
                live.removeIf(each -> each.isTold);
                live.forEach(each -> check(each.deadline > now[0], "nobody is forgotten"));
                long first =
                        live.stream().mapToLong(each -> each.deadline).min().orElse(NEVER);
                check(first == queue.trim(), "the first");
            }
            worst = Math.max(worst, queue.size() / (live.size() + 100.0));
        }
        now[0] += 1_000_000;
        queue.fire(now[0], Integer.MAX_VALUE);
        check(live.stream().allMatch(each -> each.isTold), "all are told");
        check(queue.size() == 0, "nothing is left");
        check(queue.trim() == NEVER, "never");
        return worst;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void eachIsToldOnceInTimeUnlessItWasCancelled(long seed) {
        for (Lengths each : new Lengths[] {EQUAL, FEW, ANY, NEARLY_EQUAL}) {
            for (int cancelOf : new int[] {0, 5, 9}) {
                compare(new Queue(), seed, each, cancelOf);
            }
        }
    }

    @Test
    void theComparisonFindsABrokenQueue() {
        assertThrows(IllegalStateException.class, () -> compare(new Broken(), 1, FEW, 0));
    }

    @Test
    void cancelledTimersAreNotManyMoreThanOthers() {
        for (Lengths each : new Lengths[] {EQUAL, FEW, ANY, NEARLY_EQUAL}) {
            double worst = compare(new Queue(), 7, each, 9);
            assertTrue(worst < 5, "" + worst);
        }
    }

    @Test
    void waitsThatAlwaysEndBeforeTheirTimeLeaveFewTimers() {
        Queue queue = new Queue();
        Deque<Timer> pending = new ArrayDeque<>();
        for (int i = 0; i < 100_000; i++) {
            pending.add(queue.add(() -> {}, i, 1_000_000_000));
            if (pending.size() > 10) {
                Queue.cancel(pending.remove());
            }
        }
        assertTrue(queue.size() < 150, "" + queue.size());
        pending.forEach(Queue::cancel);
        assertEquals(NEVER, queue.trim());
        assertEquals(0, queue.size());
    }

    @Test
    void aCancelledTimerKeepsNobody() throws InterruptedException {
        Queue queue = new Queue();
        Timer other = queue.add(() -> {}, 0, 500);
        Object[] owner = {new byte[1]};
        WeakReference<Object> weak = new WeakReference<>(owner[0]);
        Timer timer = queue.add(sleeper(owner[0]), 0, 1_000);
        owner[0] = null;
        System.gc();
        assertFalse(weak.refersTo(null), "a pending timer keeps it");
        Queue.cancel(timer);
        for (int i = 0; i < 100 && weak.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(weak.get());
        Queue.cancel(other);
    }

    private static Runnable sleeper(Object kept) {
        return () -> check(kept != null, "kept");
    }

    @Test
    void thoseOfOneLengthAreToldInTheirOrder() {
        Queue queue = new Queue();
        List<Integer> told = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            queue.add(() -> told.add(number), i, 1_000);
        }
        assertEquals(0, queue.fire(999, 1_000));
        assertEquals(1, queue.fire(1_000, 1_000));
        assertEquals(10, queue.fire(2_000, 10));
        assertEquals(89, queue.fire(2_000, 1_000));
        for (int i = 0; i < 100; i++) {
            assertEquals(i, told.get(i));
        }
    }

    /** While some are being told that their time is over, a sweep goes on, which had stopped among them. */
    @Test
    void aSweepLeavesThoseAloneThatAreBeingTold() {
        Queue queue = new Queue();
        List<Integer> told = new ArrayList<>();
        Timer[] timers = new Timer[65];
        timers[0] = queue.add(() -> queue.add(() -> {}, 2_000, 100_000), 0, 1_000);
        for (int i = 1; i < timers.length; i++) {
            int number = i;
            timers[i] = queue.add(() -> told.add(number), i, 1_000);
        }
        for (int i = 5; i < 20; i++) {
            Queue.cancel(timers[i]);
        }
        queue.fire(2_000, Integer.MAX_VALUE);
        assertEquals(1, queue.size(), "the one that was added meanwhile");
        assertEquals(timers.length - 1 - 15, told.size());
    }

    /** All threads add, cancel and fire; each timer is told once, or perhaps never if it was cancelled. */
    private static long forgotten(Queue queue) throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        int[][] told = new int[3][20_000];
        boolean[][] isCancelled = new boolean[told.length][told[0].length];
        for (int i = 0; i < told.length; i++) {
            int self = i;
            Random random = new Random(i);
            threads.add(new Thread(() -> {
                for (int step = 0; step < told[self].length; step++) {
                    int number = step;
                    Timer timer = queue.add(() -> told[self][number]++, step, 1 + random.nextInt(3) * 100);
                    if (random.nextInt(3) == 0) {
                        isCancelled[self][step] = true;
                        Queue.cancel(timer);
                    }
                    if (random.nextInt(4) == 0) {
                        queue.fire(step, 8);
                    }
                }
            }));
        }
        Thread trimmer = new Thread(() -> {
            while (!over.get()) {
                queue.trim();
            }
        });
        trimmer.start();
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        over.set(true);
        trimmer.join();
        queue.fire(NEVER - 1, Integer.MAX_VALUE);
        assertEquals(0, queue.size());
        long wrong = 0;
        for (int i = 0; i < told.length; i++) {
            for (int j = 0; j < told[i].length; j++) {
                wrong += told[i][j] > 1 || told[i][j] == 0 && !isCancelled[i][j] ? 1 : 0;
            }
        }
        return wrong;
    }

    @Test
    void whoeverAddsAndTakesNobodyIsForgotten() throws InterruptedException {
        assertEquals(0, forgotten(new Queue()));
    }

    @Test
    void theRaceFindsABrokenQueue() throws InterruptedException {
        assertTrue(forgotten(new Broken()) > 0);
    }
}

package dev.weft.tck.blocking;

import dev.weft.tck.Await;
import dev.weft.tck.Below;
import dev.weft.tck.FiberProbe;
import dev.weft.tck.Fibers;
import dev.weft.tck.Task;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread waits in an operation, another one wants to go on meanwhile, and the main thread looks at both. It says
 * what has become of the carrier, and for how long the other thread could not run.
 */
final class Trial {
    /** The waiting thread has not moved if so many looks in turn show the same. */
    private static final int LOOKS = 5;

    private static final long PAUSE_NANOS = 1_000_000;
    private static final long TICK_NANOS = 100_000;

    /** How often the other thread must run while the first one waits. */
    private static final int ROUNDS = 3;

    /** Whether it waits below a frame that cannot be left. */
    static final boolean IS_PINNED = Boolean.getBoolean("tck.pinned");

    private static int number;

    private final Scenario scenario;
    private final Task waiter;
    private final Task ticker;
    private volatile boolean hasBegun;
    private volatile boolean isOver;
    private volatile long rounds;
    private volatile long longest;

    private Trial(Scenario scenario) {
        this.scenario = scenario;
        waiter = Task.of(() -> {
            hasBegun = true;
            if (IS_PINNED) {
                Below.pinned(scenario.block());
            } else {
                scenario.block().run();
            }
        });
        waiter.setName("tck-waiter-" + number++);
        ticker = Task.of(this::tick);
        ticker.setName("tck-ticker");
    }

    /** What was seen: {@code how} is null of a platform thread; {@code pins} are counted by the runtime. */
    record Seen(How how, long nanos, long pins) {}

    /** The operation has ended before it was seen to wait. */
    static final class NoWait extends AssertionError {
        private static final long serialVersionUID = 1;

        NoWait() {
            super("it does not wait");
        }
    }

    /** Makes the operation wait, and ends that. */
    static Seen run(Scenario scenario) throws Throwable {
        return new Trial(scenario).run();
    }

    /** Does it without looking: it need not wait. */
    static void runPlainly(Scenario scenario) throws Throwable {
        Task task = Task.start(IS_PINNED ? () -> Below.pinned(scenario.block()) : scenario.block());
        scenario.release().run();
        task.finish();
    }

    private void tick() {
        long last = System.nanoTime();
        while (!isOver) {
            LockSupport.parkNanos(TICK_NANOS);
            long now = System.nanoTime();
            if (hasBegun) {
                longest = Math.max(longest, now - last);
                rounds++;
            }
            last = now;
        }
    }

    private Seen run() throws Throwable {
        long pins = Fibers.pinned();
        ticker.start();
        waiter.start();
        How how;
        long nanos;
        try {
            how = watch();
            long before = rounds;
            Await.that("another thread goes on", () -> rounds >= before + ROUNDS || !waiter.isAlive());
            mustWait();
            nanos = longest;
        } finally {
            isOver = true;
            scenario.release().run();
        }
        waiter.finish();
        ticker.finish();
        return new Seen(how, nanos, Fibers.pinned() - pins);
    }

    private void mustWait() throws Throwable {
        if (!waiter.isAlive()) {
            waiter.finish();
            throw new NoWait();
        }
    }

    /** Returns when the thread waits. */
    private How watch() throws Throwable {
        How last = null;
        Object[] trace = {};
        int same = 0;
        long start = System.nanoTime();
        while (same < LOOKS) {
            mustWait();
            boolean waits = isWaiting();
            How now = Fibers.isWoven() ? how() : null;
            Object[] nowTrace = waiter.getStackTrace();
            same = waits && now == last && Arrays.equals(trace, nowTrace) ? same + 1 : 0;
            last = now;
            trace = nowTrace;
            if (System.nanoTime() - start > 30_000_000_000L) {
                throw new AssertionError("it does not come to a rest, at " + Arrays.toString(nowTrace));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return last;
    }

    private boolean isWaiting() {
        String state = FiberProbe.state(waiter);
        if (state.equals("no fiber")) {
            return hasBegun && KernelState.isBlocked(waiter.getName());
        }
        Thread carrier = FiberProbe.carrier(waiter);
        return hasBegun && (carrier == null ? state.equals("PARKED") : KernelState.isBlocked(carrier.getName()));
    }

    private How how() {
        return switch (FiberProbe.state(waiter)) {
            case "PARKED" -> How.FREED;
            case "PINNED" -> How.PINNED;
            case "no fiber" -> null;
            default -> How.REPLACED;
        };
    }
}

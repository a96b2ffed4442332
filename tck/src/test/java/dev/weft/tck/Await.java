package dev.weft.tck;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for states instead of sleeping. */
public final class Await {
    private static final long PATIENCE_NANOS = Task.PATIENCE * 1_000_000;

    private Await() {}

    /** Waits until the condition holds; fails if it does not in due time. */
    public static void that(String text, BooleanSupplier condition) {
        if (!holds(condition)) {
            throw new AssertionError("waited in vain until " + text);
        }
    }

    /** Waits until {@code getState} of the thread is this; fails if it is not in due time. */
    public static void state(Thread thread, Thread.State state) {
        if (!holds(() -> thread.getState() == state)) {
            throw new AssertionError("waited in vain for " + state + ", the state is " + thread.getState());
        }
    }

    /** Waits until the thread is blocked in whatever way. */
    public static void blocked(Thread thread) {
        that(
                thread.getName() + " is blocked",
                () -> FiberProbe.BLOCKED_STATES.contains(thread.getState()) || FiberProbe.isBlocked(thread));
    }

    private static boolean holds(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                return false;
            }
            LockSupport.parkNanos(200_000);
            Thread.yield();
        }
        return true;
    }
}

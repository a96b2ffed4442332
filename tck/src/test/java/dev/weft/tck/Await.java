package dev.weft.tck;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for states instead of sleeping. */
public final class Await {
    private static final long PATIENCE_NANOS = Task.PATIENCE * 1_000_000;
    private static final Set<Thread.State> BLOCKED_STATES =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);

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
                () -> BLOCKED_STATES.contains(thread.getState()) || FiberProbe.isBlocked(thread));
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

    /**
     * Looks at the state word of a fiber, and whether it blocks its carrier; by reflection, since this suite is compiled and
     * also run without Weft. It lets cases await that a fiber is blocked independently of {@code getState}, which is itself
     * under test.
     */
    private static final class FiberProbe {
        private static final int PARKED = 3;
        private static final int PINNED = 4;
        private static final Method FIBER = method("jdk.internal.weft.Fields", "fiber", Thread.class);
        private static final Method STATE = method("jdk.internal.weft.fiber.Fiber", "state");
        private static final Method CARRIER = method("jdk.internal.weft.fiber.Fiber", "carrier");

        private static Method method(String type, String name, Class<?>... parameters) {
            try {
                return Class.forName(type).getMethod(name, parameters);
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        static boolean isBlocked(Thread thread) {
            if (FIBER == null) {
                return false;
            }
            try {
                Object fiber = FIBER.invoke(null, thread);
                if (fiber == null) {
                    return false;
                }
                int state = (Integer) STATE.invoke(fiber);
                Thread carrier = (Thread) CARRIER.invoke(fiber);
                return state == PARKED
                        || state == PINNED
                        || carrier != null && BLOCKED_STATES.contains(carrier.getState());
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("the state of a fiber cannot be read", e);
            }
        }
    }
}

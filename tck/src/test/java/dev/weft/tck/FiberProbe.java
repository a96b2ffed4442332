package dev.weft.tck;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads the state of a fiber by name, independently of {@code Thread.getState}, which is itself under test. It works by
 * reflection, since this suite also runs without Weft.
 *
 * <p>On a woven JVM, a probe that does not find what it looks for throws: a wait must not be satisfied by the wrong
 * state.
 */
public final class FiberProbe {
    /** What {@code Thread.getState} says of a thread that is blocked, in whatever way. */
    static final Set<Thread.State> BLOCKED_STATES =
            EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private static final Method FIBER = method("jdk.internal.weft.fiber.Fibers", "of", Thread.class);
    private static final Method STATE = method("jdk.internal.weft.fiber.Fiber", "state");
    private static final Method CARRIER = method("jdk.internal.weft.fiber.Fiber", "carrier");
    private static final Method OF = method("jdk.internal.weft.fiber.FiberState", "of", int.class);

    private FiberProbe() {}

    private static Method method(String type, String name, Class<?>... parameters) {
        if (!Fibers.isWoven()) {
            return null;
        }
        try {
            return Class.forName(type).getMethod(name, parameters);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the runtime has no " + type + "." + name + ": the probe is out of date", e);
        }
    }

    /** The name of the state of the thread's fiber, or {@code "no fiber"}. */
    public static String state(Thread thread) {
        Object fiber = fiber(thread);
        return fiber == null ? "no fiber" : name(fiber);
    }

    /** Whether the thread has a fiber. */
    static boolean isFiber(Thread thread) {
        return fiber(thread) != null;
    }

    /**
     * Whether the thread is a fiber that is parked, or that blocks its carrier. A carrier that has let the fiber go may
     * look blocked, as it is idle: it counts only if it carries the fiber before and after, in two looks.
     */
    public static boolean isBlocked(Thread thread) {
        Object fiber = fiber(thread);
        if (fiber == null) {
            return false;
        }
        String state = name(fiber);
        return state.equals("PARKED") || state.equals("PINNED") || blocksCarrier(fiber) && blocksCarrier(fiber);
    }

    private static boolean blocksCarrier(Object fiber) {
        Thread carrier = (Thread) call(CARRIER, fiber);
        return carrier != null
                && BLOCKED_STATES.contains(carrier.getState())
                && carrier == call(CARRIER, fiber)
                && name(fiber).equals("RUNNABLE");
    }

    /** The thread that carries the thread's fiber, or null. */
    public static Thread carrier(Thread thread) {
        Object fiber = fiber(thread);
        return fiber == null ? null : (Thread) call(CARRIER, fiber);
    }

    private static Object fiber(Thread thread) {
        return FIBER == null ? null : call(FIBER, null, thread);
    }

    private static String name(Object fiber) {
        return ((Enum<?>) call(OF, null, call(STATE, fiber))).name();
    }

    private static Object call(Method method, Object receiver, Object... arguments) {
        try {
            return method.invoke(receiver, arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the state of a fiber cannot be read", e);
        }
    }
}

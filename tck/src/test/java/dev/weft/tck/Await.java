package dev.weft.tck;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for states instead of sleeping. */
public final class Await {
    private static final long PATIENCE_NANOS = Task.PATIENCE * 1_000_000;

    /** The methods of JDK 17 in which a platform thread waits for input or output. */
    private static final Set<String> KERNEL_WAITS =
            Set.of("poll", "accept", "read0", "readv0", "write0", "writev0", "receive0", "readBytes", "writeBytes");

    /** The same of a fiber, which waits above them. */
    private static final Set<String> FIBER_WAITS = Set.of("park", "trustedBlockingReceive", "read", "write");

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

    /**
     * Waits until the thread is blocked in front of that monitor: before, it may have been in front of another one,
     * such as the lock of a class that is being loaded.
     */
    public static void monitor(Thread thread, Object monitor) {
        that(thread.getName() + " is blocked in front of the monitor", () -> {
            ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
            return info != null
                    && info.getThreadState() == Thread.State.BLOCKED
                    && info.getLockInfo() != null
                    && info.getLockInfo().getIdentityHashCode() == System.identityHashCode(monitor);
        });
    }

    /** Waits until the thread is blocked in whatever way. */
    public static void blocked(Thread thread) {
        that(
                thread.getName() + " is blocked",
                () -> FiberProbe.BLOCKED_STATES.contains(thread.getState()) || FiberProbe.isBlocked(thread));
    }

    /** Waits until the thread waits for a socket, a channel, a stream or a process; not for a lock, or for a class. */
    public static void io(Thread thread) {
        that(thread.getName() + " waits for input or output", () -> {
            boolean wasParked = FiberProbe.isBlocked(thread);
            StackTraceElement[] trace = thread.getStackTrace();
            // before, it may have waited for a class, and have been about to try when the stack was taken
            boolean isParked = wasParked && FiberProbe.isBlocked(thread);
            boolean isFiber = FiberProbe.isFiber(thread);
            return trace.length > 0 && isWait(trace[0], isFiber, isParked) && (isFiber || KernelSleep.of(thread));
        });
    }

    /** A fiber tries such native methods before it waits, and between its waits: there it does not wait. */
    private static boolean isWait(StackTraceElement top, boolean isFiber, boolean isParked) {
        boolean isOfIo = top.getClassName().startsWith("sun.nio.ch.")
                || top.getClassName().startsWith("java.io.File");
        if (top.isNativeMethod()) {
            return isOfIo && (isParked || !isFiber) && KERNEL_WAITS.contains(top.getMethodName());
        }
        return isOfIo && isParked && FIBER_WAITS.contains(top.getMethodName());
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

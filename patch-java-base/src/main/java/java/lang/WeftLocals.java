package java.lang;

import java.util.Objects;
import java.weft.CarrierContext;
import jdk.internal.weft.local.LocalsCount;

/**
 * Reaches into the maps in which threads have their thread locals. The weaver gives the native methods their bodies.
 */
public final class WeftLocals {
    private WeftLocals() {}

    /** {@code ThreadLocalMap.remove}. */
    private static native void remove(ThreadLocal.ThreadLocalMap map, ThreadLocal<?> local);

    /** {@code ThreadLocalMap.table}. */
    private static native ThreadLocal.ThreadLocalMap.Entry[] table(ThreadLocal.ThreadLocalMap map);

    /** Tells the report of each value that the thread has. The thread may change them meanwhile. */
    public static void count(Thread thread, Object report) {
        // of which programs have none
        LocalsCount counting = (LocalsCount) Objects.requireNonNull(report);
        count(thread.threadLocals, counting);
        count(thread.inheritableThreadLocals, counting);
    }

    /** Whether the thread may have values that a thread which it makes inherits. */
    public static boolean hasInheritable(Thread thread) {
        return thread.inheritableThreadLocals != null;
    }

    /** Gives the calling thread's values to one that is not started, and that has none. */
    public static void move(Thread from, Thread to) {
        to.threadLocals = from.threadLocals;
        to.inheritableThreadLocals = from.inheritableThreadLocals;
        from.threadLocals = null;
        from.inheritableThreadLocals = null;
    }

    private static void count(ThreadLocal.ThreadLocalMap map, LocalsCount report) {
        if (map == null) {
            return;
        }
        for (ThreadLocal.ThreadLocalMap.Entry each : table(map)) {
            ThreadLocal<?> local = each == null ? null : each.get();
            if (local != null) {
                report.add(local, each.value);
            }
        }
    }

    /**
     * Drops the calling carrier's values of the locals that its context has noted; what {@code ThreadLocal.remove}
     * does, which may be overridden. Of use to whoever has the context: programs have none.
     */
    public static void drop(Object carriers) {
        CarrierContext context = (CarrierContext) carriers;
        ThreadLocal.ThreadLocalMap map = Thread.currentThread().threadLocals;
        for (int i = context.borrowedCount - 1; i >= 0; i--) {
            if (map != null) {
                remove(map, context.borrowed[i]);
            }
        }
    }
}

package java.lang;

import java.weft.CarrierContext;

/**
 * Reaches into the maps in which threads have their thread locals. The weaver gives the native methods their bodies.
 */
public final class WeftLocals {
    private WeftLocals() {}

    /** {@code ThreadLocalMap.remove}. */
    private static native void remove(ThreadLocal.ThreadLocalMap map, ThreadLocal<?> local);

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

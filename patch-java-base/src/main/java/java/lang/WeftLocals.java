package java.lang;

/** Reaches into the maps in which threads have their thread locals. The weaver gives the native methods their bodies. */
public final class WeftLocals {
    private WeftLocals() {}

    /** {@code ThreadLocalMap.remove}. */
    private static native void remove(ThreadLocal.ThreadLocalMap map, ThreadLocal<?> local);

    /** Drops the thread's value; what {@code ThreadLocal.remove} does, which may be overridden. Called by the thread itself. */
    public static void drop(Thread thread, ThreadLocal<?> local) {
        ThreadLocal.ThreadLocalMap map = thread.threadLocals;
        if (map != null) {
            remove(map, local);
        }
    }
}

package jdk.internal.weft.trace;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.loader.BootLoader;
import jdk.internal.weft.JdkAccess;

/**
 * Reads the innermost frames of threads that nobody has asked about. HotSpot 17 takes 5 KB of native memory for each
 * frame that it reads, and stops the program meanwhile: all frames of one recursion in a carrier of a program with
 * {@code -Xss64m} were 23 GB. Of another thread, only java.management can ask for fewer. Thread-safe.
 */
public final class StackTops {
    /** Most frames that are read. */
    public static final int MOST = 2_048;

    /** The stack of a thread with as many frames in the trace of an exception is not read by the VM. */
    private static final int DEEP = 1_024;

    /** So much of the heap must be free: a class whose initializer fails for want of memory would be lost. */
    private static final long ROOM = 8 << 20;

    private static volatile StackTops known;

    /** Whether the program is without java.management. */
    private static volatile boolean isMissing;

    private final Method dumpThreads;
    private final Field stackTrace;

    /**
     * Loads the library of native methods, and no class whose initializer could fail in a full heap: the program
     * would miss it for ever. So does the VM when it makes {@code ThreadInfo}s ({@link
     * jdk.internal.weft.management.ThreadStatus}).
     *
     * @throws ClassNotFoundException in a program without java.management
     */
    public StackTops() throws ReflectiveOperationException {
        Class<?> impl = Class.forName("sun.management.ThreadImpl", true, null);
        BootLoader.loadLibrary("management");
        dumpThreads = impl.getDeclaredMethod("dumpThreads0", long[].class, boolean.class, boolean.class, int.class);
        dumpThreads.setAccessible(true);
        stackTrace =
                Class.forName("java.lang.management.ThreadInfo", true, null).getDeclaredField("stackTrace");
        stackTrace.setAccessible(true);
    }

    /** As {@link Traces#raw}, but for what {@link #isCut} tells; null for a thread that has ended. */
    public static StackTraceElement[] of(Thread thread) {
        StackTops tops = find();
        if (tops == null) {
            return Traces.raw(thread);
        }
        Object info = tops.dump(new long[] {JdkAccess.tid(thread)}, false, false, MOST)[0];
        return info == null ? null : tops.trace(info);
    }

    /**
     * The calling thread's. Of a deep stack the innermost frames, as many as an exception has, and without those of
     * hidden classes; loads nothing.
     */
    public static StackTraceElement[] ofCaller() {
        Throwable here = new Throwable();
        return JdkAccess.depth(here) < DEEP ? Traces.raw(Thread.currentThread()) : Traces.raw(here);
    }

    /** Whether {@link #ofCaller} may have left something out. */
    static boolean isDeep(StackTraceElement[] trace) {
        return trace.length >= DEEP;
    }

    /**
     * The VM's {@code ThreadInfo}s of one moment, with null for a thread that has ended.
     *
     * @param ids the threads that the VM knows; null for all of them
     * @param most so many innermost elements of each trace
     */
    public Object[] dump(long[] ids, boolean monitors, boolean synchronizers, int most) {
        try {
            return (Object[]) dumpThreads.invoke(null, ids, monitors, synchronizers, most);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw new InternalError(e);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    /** The trace of one of them. */
    public StackTraceElement[] trace(Object info) {
        try {
            return (StackTraceElement[]) stackTrace.get(info);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    /** A security manager, which is the program's code, is not asked whether the runtime may. */
    @SuppressWarnings("removal")
    private static StackTops find() {
        StackTops tops = known;
        if (tops == null && !isMissing && System.getSecurityManager() == null && hasRoom()) {
            try {
                tops = new StackTops();
                known = tops;
            } catch (ReflectiveOperationException | LinkageError e) {
                isMissing = true;
            }
        }
        return tops;
    }

    private static boolean hasRoom() {
        Runtime heap = Runtime.getRuntime();
        return heap.maxMemory() - heap.totalMemory() + heap.freeMemory() >= ROOM;
    }

    /** Whether that stack may have more frames, outer ones, than {@link #of} has read. */
    public static boolean isCut(StackTraceElement[] trace) {
        return trace.length == MOST;
    }
}

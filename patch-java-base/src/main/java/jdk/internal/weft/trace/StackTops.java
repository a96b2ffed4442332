package jdk.internal.weft.trace;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.weft.JdkAccess;

/**
 * Reads the innermost frames of threads that nobody has asked about. HotSpot 17 takes 5 KB of native memory for each
 * frame that it reads, and stops the program meanwhile: all frames of one recursion in a carrier of a program with
 * {@code -Xss64m} were 23 GB. Only java.management can ask for fewer. Thread-safe.
 */
public final class StackTops {
    /** Most frames that are read. */
    public static final int MOST = 2_048;

    /** So much of the heap must be free: a class whose initializer fails for want of memory would be lost. */
    private static final long ROOM = 8 << 20;

    private static volatile StackTops known;

    /** Whether the program is without java.management. */
    private static volatile boolean isMissing;

    private final Method dumpThreads;
    private final Field stackTrace;

    private StackTops() throws ReflectiveOperationException {
        // loads the library of native methods
        Class.forName("sun.management.ManagementFactoryHelper", true, null);
        dumpThreads = Class.forName("sun.management.ThreadImpl", true, null)
                .getDeclaredMethod("dumpThreads0", long[].class, boolean.class, boolean.class, int.class);
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
        try {
            Object[] infos =
                    (Object[]) tops.dumpThreads.invoke(null, new long[] {JdkAccess.tid(thread)}, false, false, MOST);
            return infos[0] == null ? null : (StackTraceElement[]) tops.stackTrace.get(infos[0]);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof OutOfMemoryError) {
                throw (OutOfMemoryError) e.getCause();
            }
            throw new InternalError(e);
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

    /** Whether that stack may have more frames, outer ones, than were read. */
    public static boolean isCut(StackTraceElement[] trace) {
        return trace.length == MOST;
    }
}

package jdk.internal.weft.trace;

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

    private static volatile VmThreadInfos known;

    /** Whether the program is without java.management. */
    private static volatile boolean isMissing;

    private StackTops() {}

    /** As {@link Traces#raw}, but for what {@link #isCut} tells; null for a thread that has ended. */
    public static StackTraceElement[] of(Thread thread) {
        VmThreadInfos infos = find();
        if (infos == null) {
            return Traces.raw(thread);
        }
        Object info = infos.dump(new long[] {JdkAccess.tid(thread)}, false, false, MOST)[0];
        return info == null ? null : infos.trace(info);
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

    /** A security manager, which is the program's code, is not asked whether the runtime may. */
    @SuppressWarnings("removal")
    private static VmThreadInfos find() {
        VmThreadInfos infos = known;
        if (infos == null && !isMissing && System.getSecurityManager() == null && hasRoom()) {
            try {
                infos = new VmThreadInfos();
                known = infos;
            } catch (ReflectiveOperationException | LinkageError e) {
                isMissing = true;
            }
        }
        return infos;
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

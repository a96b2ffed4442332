package jdk.internal.weft.management;

import java.lang.invoke.MethodHandle;

/** What the VM says that a kernel thread has used; 0 in a program without java.management. Thread-safe. */
final class KernelFigures {
    /** Processor time, in nanoseconds. */
    static final int PROCESSOR = 0;

    /** Allocated bytes. */
    static final int ALLOCATED = 1;

    /** Processor time that was spent in the program, in nanoseconds; to ask for it takes long. */
    static final int USER = 2;

    /** How many there are. */
    static final int COUNT = 3;

    private final MethodHandle[] figures = new MethodHandle[COUNT];
    private final boolean areKnown;

    KernelFigures() {
        VmThreads vm = VmThreads.load();
        areKnown = vm != null;
        if (areKnown) {
            figures[PROCESSOR] = vm.figure("getThreadTotalCpuTime0");
            figures[ALLOCATED] = vm.figure("getThreadAllocatedMemory0");
            figures[USER] = vm.figure("getThreadUserCpuTime0");
        }
    }

    boolean areKnown() {
        return areKnown;
    }

    /** Whether a set of figures, a bit for each, has that one. */
    static boolean isIn(int what, int asked) {
        return (asked & 1 << what) != 0;
    }

    /** That of the calling kernel thread if it is in the set, else 0. */
    long ofCaller(int what, int asked) {
        return isIn(what, asked) ? of(what, 0) : 0;
    }

    /** That of the kernel thread with that id, 0 for the calling one; -1 if it has ended. */
    long of(int what, long id) {
        MethodHandle figure = figures[what];
        try {
            return figure == null ? 0 : (long) figure.invokeExact(id);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw e;
        } catch (Throwable e) {
            throw new InternalError(e);
        }
    }
}

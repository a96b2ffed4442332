package dev.weft.tck.programs;

import java.lang.reflect.Method;

/** Fills the heap; for one thread at a time. */
final class FullHeap {
    /** What the heap is full of. To forget it takes no memory, and no call that would have to be linked first. */
    static Object[] filled;

    private FullHeap() {}

    /** Ever smaller objects, so that nothing is left: returns the last error. */
    static OutOfMemoryError fill() {
        OutOfMemoryError last = null;
        for (int length = 1 << 16; length > 0; length >>= 1) {
            try {
                for (; ; ) {
                    Object[] made = new Object[length];
                    made[0] = filled;
                    filled = made;
                }
            } catch (OutOfMemoryError e) {
                last = e;
            }
        }
        return last;
    }

    /** Large objects, until more than half is used. */
    static void fillHalf() {
        Runtime runtime = Runtime.getRuntime();
        while (runtime.totalMemory() - runtime.freeMemory() <= runtime.maxMemory() / 2) {
            Object[] made = new Object[1 << 16];
            made[0] = filled;
            filled = made;
        }
    }

    /** Returns once the runtime has what it keeps for a full heap, which the first fibers begin without. */
    static void awaitReserve() throws ReflectiveOperationException, InterruptedException {
        if (!Object.class.getModule().getPackages().contains("java.weft")) {
            return;
        }
        Method isFull = Class.forName("java.weft.Reserve").getMethod("isFull");
        // seldom: accessors that reflection generates for the 16th call may not call the runtime
        for (long millis = 10; !(boolean) isFull.invoke(null); millis *= 2) {
            Thread.sleep(millis);
        }
    }
}

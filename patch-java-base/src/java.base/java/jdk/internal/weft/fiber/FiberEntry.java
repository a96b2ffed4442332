package jdk.internal.weft.fiber;

import java.weft.Cont;

/** Where a fiber begins: the only call from the runtime into a twin. */
final class FiberEntry {
    private FiberEntry() {}

    /** Calls {@code FiberMain.run$weft(thread, cont)}; the body comes from the recipe {@code CallTwinOfFiberMain}. */
    static native void run(Thread thread, Cont cont);

    /** An error that left even the thread's handler: the last resort is the standard error stream. */
    static void report(Thread thread, Throwable lost) {
        try {
            System.err.println("weft: exception in the end of thread \"" + thread.getName() + "\": " + lost);
        } catch (Throwable ignored) {
            // nothing is left to tell it to; the carrier must survive
        }
    }
}

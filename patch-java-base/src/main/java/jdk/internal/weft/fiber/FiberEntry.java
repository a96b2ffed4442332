package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import jdk.internal.weft.StandardError;

/** Where a fiber begins, and where one ends that has lost its frames: the only calls from the runtime into twins. */
final class FiberEntry {
    private FiberEntry() {}

    /** Calls {@code FiberMain.run$weft(thread, context)}; the body comes from the recipe {@code RunOutermostTwin}. */
    static native void run(Thread thread, CarrierContext context);

    /** Calls {@code FiberMain.run(thread)}, likewise: the plain copy. */
    static native void runPlainly(Thread thread);

    /** Calls {@code FiberMain.end$weft(thread, lost, context)}, likewise. */
    static native void end(Thread thread, Throwable lost, CarrierContext context);

    /** An error that left even the thread's handler: the last resort is the standard error stream. */
    static void report(Thread thread, Throwable lost) {
        try {
            StandardError.say("weft: exception in the end of thread \"" + thread.getName() + "\": " + lost);
        } catch (Throwable ignored) {
            // nothing is left to tell it to; the carrier must survive
        }
    }
}

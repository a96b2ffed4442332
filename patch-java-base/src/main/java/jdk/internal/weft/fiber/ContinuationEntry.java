package jdk.internal.weft.fiber;

import java.weft.CarrierContext;

/** Where a continuation begins: a call from the runtime into a twin. */
public final class ContinuationEntry {
    private ContinuationEntry() {}

    /** Calls {@code ContinuationMain.run$weft(target, context)}; the body comes from the recipe {@code RunOutermostTwin}. */
    public static native void run(Runnable target, CarrierContext context);
}

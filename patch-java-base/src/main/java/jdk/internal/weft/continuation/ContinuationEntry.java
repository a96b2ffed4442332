package jdk.internal.weft.continuation;

import java.util.function.Consumer;
import java.weft.CarrierContext;

/** Where a continuation begins, and what it passes on: calls from the runtime into twins. */
public final class ContinuationEntry {
    private ContinuationEntry() {}

    /**
     * Calls {@code ContinuationMain.run$weft(target, context)}; the body comes from the recipe
     * {@code RunOutermostTwin}.
     */
    public static native void run(Runnable target, CarrierContext context);

    /**
     * Calls {@code ContinuationMain.pass$weft(consumer, continuation, context)}; the body comes from the same recipe.
     */
    public static native void pass(Consumer<Object> consumer, Object continuation, CarrierContext context);
}

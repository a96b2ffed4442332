package jdk.internal.weft.fiber;

import java.util.concurrent.atomic.AtomicLong;
import java.weft.CarrierContext;

/** Counts the times that a fiber had to block its carrier. */
public final class Pinned {
    private static final AtomicLong COUNT = new AtomicLong();

    private Pinned() {}

    /** The mounted fiber, which calls this, is about to block its carrier: what that keeps would stay as long. */
    public static void note(Fiber fiber) {
        COUNT.incrementAndGet();
        PinSites.note();
        LoudMethods.waits(fiber);
        CarrierContext c = CarrierContext.ofCarrier();
        if (c.kept != null) {
            c.kept.forget(c);
        }
    }

    /** How often a fiber blocked its carrier since the start. */
    public static long count() {
        return COUNT.get();
    }
}

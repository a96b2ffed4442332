package jdk.internal.weft.group;

import java.weft.CarrierContext;

/** What carriers count or keep apart from each other, so that they do not write the same memory all the time. */
public final class Stripes {
    private static final int MAX = 32;

    /** How many there are: the number of processors or more, a power of two. */
    public static final int COUNT =
            Integer.highestOneBit(2 * Math.min(Runtime.getRuntime().availableProcessors(), MAX) - 1);

    private Stripes() {}

    /** The calling carrier's, below {@link #COUNT}; all platform threads have the first. */
    public static int own() {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        return context == null || context.carrier == null ? 0 : context.carrier.number() & COUNT - 1;
    }
}

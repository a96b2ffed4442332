package jdk.internal.weft.fiber;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the times that a fiber had to block its carrier. */
public final class Pinned {
    private static final AtomicLong COUNT = new AtomicLong();

    private Pinned() {}

    /** The mounted fiber is about to block its carrier. */
    public static void note(Fiber fiber) {
        COUNT.incrementAndGet();
    }

    /** How often a fiber blocked its carrier since the start. */
    public static long count() {
        return COUNT.get();
    }
}

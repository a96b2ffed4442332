package dev.weft;

import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Pinned;

/** Figures of the running program. All methods are safe for use by several threads and give snapshots. */
public final class Weft {
    private Weft() {}

    /** True if the calling code runs in a fiber. */
    public static boolean isFiber() {
        return isFiber(Thread.currentThread());
    }

    /** True if the thread is, or was, a fiber. */
    public static boolean isFiber(Thread thread) {
        return Fibers.isFiber(thread);
    }

    /** Number of fibers that are started and have not ended. */
    public static long liveFibers() {
        return Fibers.live();
    }

    /** How often a fiber has blocked its carrier since the program started. */
    public static long pinned() {
        return Pinned.count();
    }
}

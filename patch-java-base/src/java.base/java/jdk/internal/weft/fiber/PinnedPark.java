package jdk.internal.weft.fiber;

import java.util.concurrent.ForkJoinPool;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.Fields;

/** Waits on the carrier until a pinned fiber is unparked, interrupted, or out of time; the pool may compensate. */
final class PinnedPark implements ForkJoinPool.ManagedBlocker {
    private final Fiber fiber;
    private final boolean timed;
    private final long deadline;

    PinnedPark(Fiber fiber, long waitNanos) {
        this.fiber = fiber;
        timed = waitNanos > 0;
        deadline = System.nanoTime() + waitNanos;
    }

    @Override
    public boolean isReleasable() {
        return !fiber.isPinned() || Fields.interrupted(fiber.thread()) || timed && deadline - System.nanoTime() <= 0;
    }

    @Override
    public boolean block() {
        while (!isReleasable()) {
            // a time that is over in between makes park return at once
            Unsafe.getUnsafe().park(false, timed ? Math.max(1, deadline - System.nanoTime()) : 0);
        }
        return true;
    }
}

package jdk.internal.weft.fiber;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.scheduler.Blocker;

/** Waits on the carrier until a pinned fiber is unparked, interrupted, or out of time. */
final class PinnedPark implements Blocker {
    private final Fiber fiber;
    private final boolean isInterruptible;
    private final boolean timed;
    private final long deadline;

    /** {@code own}: as {@link Fiber#awaitPinned}, which a status that was set before does not end. */
    PinnedPark(Fiber fiber, long waitNanos, boolean own) {
        this.fiber = fiber;
        isInterruptible = !own;
        timed = waitNanos > 0;
        deadline = System.nanoTime() + waitNanos;
    }

    private boolean isOver() {
        return !fiber.isPinned()
                || isInterruptible && JdkAccess.interrupted(fiber.thread())
                || timed && deadline - System.nanoTime() <= 0;
    }

    @Override
    public void block() {
        while (!isOver()) {
            // a time that is over in between makes park return at once
            Unsafe.getUnsafe().park(false, timed ? Math.max(1, deadline - System.nanoTime()) : 0);
        }
    }
}

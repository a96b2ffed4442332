package jdk.internal.weft.fiber;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.Fields;
import jdk.internal.weft.scheduler.Blocker;

/** Waits on the carrier until a pinned fiber is unparked, interrupted, or out of time. */
final class PinnedPark implements Blocker {
    private final Fiber fiber;
    private final boolean timed;
    private final long deadline;

    PinnedPark(Fiber fiber, long waitNanos) {
        this.fiber = fiber;
        timed = waitNanos > 0;
        deadline = System.nanoTime() + waitNanos;
    }

    private boolean isOver() {
        return !fiber.isPinned() || Fields.interrupted(fiber.thread()) || timed && deadline - System.nanoTime() <= 0;
    }

    @Override
    public void block() {
        while (!isOver()) {
            // a time that is over in between makes park return at once
            Unsafe.getUnsafe().park(false, timed ? Math.max(1, deadline - System.nanoTime()) : 0);
        }
    }
}

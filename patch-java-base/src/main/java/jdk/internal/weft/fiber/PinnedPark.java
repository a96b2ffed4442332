package jdk.internal.weft.fiber;

import java.weft.Blocker;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;

/** Waits on the carrier until a pinned fiber is unparked, interrupted, or out of time. */
final class PinnedPark implements Blocker.Park {
    private final Fiber fiber;
    private final boolean isInterruptible;
    private final long waitNanos;
    private final boolean timed;
    private final long deadline;

    /** {@code own}: as {@link Fiber#awaitPinned}, which a status that was set before does not end. */
    PinnedPark(Fiber fiber, long waitNanos, boolean own) {
        this.fiber = fiber;
        isInterruptible = !own;
        this.waitNanos = waitNanos;
        timed = waitNanos > 0;
        deadline = System.nanoTime() + waitNanos;
    }

    private boolean isOver() {
        return hasEnded() || timed && deadline - System.nanoTime() <= 0;
    }

    @Override
    public boolean hasEnded() {
        return !fiber.isPinned() || isInterruptible && JdkAccess.interrupted(fiber.thread());
    }

    @Override
    public long nanos() {
        return waitNanos;
    }

    @Override
    public void block() {
        long told = System.nanoTime() + PinReport.NANOS;
        boolean isTold = false;
        Thread kernelThread = Thread.currentThread();
        boolean isInterrupted = false;
        // once at least, for however short a time: a loop of short parks is to be no busy loop
        for (boolean isFirst = true; isFirst ? !hasEnded() : !isOver(); isFirst = false) {
            long now = System.nanoTime();
            if (!isTold && told - now <= 0) {
                isTold = true;
                tell();
            }
            long left = timed ? deadline - now : Long.MAX_VALUE;
            long wait = isTold ? left : Math.min(left, told - now);
            // a time that is over in between makes park return at once
            Unsafe.getUnsafe().park(false, wait == Long.MAX_VALUE ? 0 : Math.max(1, wait));
            // a program's thread that carries fibers, not the fiber: else no further park would wait
            if (JdkAccess.interrupted(kernelThread)) {
                JdkAccess.interrupted(kernelThread, false);
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            JdkAccess.interrupted(kernelThread, true);
        }
    }

    private void tell() {
        try {
            PinReport.lasts(fiber);
        } catch (OutOfMemoryError | StackOverflowError e) {
            // it is only not told; the wait goes on
            return;
        }
    }
}

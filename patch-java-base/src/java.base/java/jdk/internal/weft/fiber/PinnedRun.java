package jdk.internal.weft.fiber;

import java.weft.Frame;

/**
 * What {@code Fibers.runPinned} hides while it runs the frames of an unwinding on the stack of a twin that must not be
 * left: the parked frames below that twin. Stack traces need them.
 */
public final class PinnedRun {
    /** Parked frames below the twin that stays on the stack, innermost first; null if there are none. */
    final Frame below;

    /** The run further out on the same stack, or null. */
    final PinnedRun outer;

    PinnedRun(Frame below, PinnedRun outer) {
        this.below = below;
        this.outer = outer;
    }
}

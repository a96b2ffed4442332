package jdk.internal.weft.fiber;

import jdk.internal.weft.scheduler.Blocker;
import jdk.internal.weft.scheduler.Carriers;

/** A native call that waits, made by a pinned fiber on its carrier: it is counted, and another carrier takes over. */
public abstract class PinnedCall implements Blocker {
    /** Makes the call; by the fiber itself. */
    protected final void blockCarrierOf(Fiber fiber) {
        if (!Initializers.haveRoom()) {
            block();
            return;
        }
        Pinned.note(fiber);
        FiberEvents recorder = FiberEvents.recorder;
        Object begun = recorder == null ? null : recorder.pins(fiber);
        try {
            Carriers.block(this);
        } finally {
            if (begun != null) {
                recorder.unpinned(fiber, begun);
            }
        }
    }
}

package jdk.internal.weft.fiber;

import java.weft.AbstractCarrier;
import java.weft.Blocker;
import java.weft.FiberEvents;
import java.weft.Initializers;

/** A native call that waits, made by a pinned fiber on its carrier: it is counted, and another carrier takes over. */
public abstract class PinnedCall implements Blocker {
    private boolean isMade;

    /** Makes the call. Does not throw. */
    protected abstract void call();

    @Override
    public final void block() {
        isMade = true;
        call();
    }

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
            AbstractCarrier.blockCaller(this);
        } catch (OutOfMemoryError e) {
            if (!isMade) {
                // the watchdog will find the carrier
                block();
            }
        } finally {
            if (begun != null) {
                recorder.unpinned(fiber, begun);
            }
        }
    }
}

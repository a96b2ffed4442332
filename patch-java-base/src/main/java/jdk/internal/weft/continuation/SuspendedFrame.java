package jdk.internal.weft.continuation;

import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.RuntimeFrame;

/** The innermost frame of a continuation that was suspended by a call which returns the continuation. */
final class SuspendedFrame extends RuntimeFrame {
    final ContinuationImpl owner;

    /** What it was suspended with, until the caller of {@code run} has it; or null. */
    HandoffFrame handoff;

    SuspendedFrame(ContinuationImpl owner) {
        this.owner = owner;
    }

    /** What a continuation with these frames was suspended with, once; or null. */
    static HandoffFrame takeHandoff(Frame innermost) {
        if (!(innermost instanceof SuspendedFrame)) {
            return null;
        }
        SuspendedFrame frame = (SuspendedFrame) innermost;
        HandoffFrame handoff = frame.handoff;
        if (handoff != null) {
            frame.handoff = null;
        }
        return handoff;
    }

    @Override
    public void resume(CarrierContext c) throws Throwable {
        c.rethrow();
        c.retA = owner.self();
    }
}

package jdk.internal.weft.trace;

import java.weft.CarrierContext;
import java.weft.Frame;

/**
 * What a carrier has at some moment: a fiber, and the parked frames below those that run. The VM tells the running
 * ones, at another moment; both belong together if this is {@linkplain #isSame the same} before and after. A snapshot.
 */
public final class Carried {
    /** The mounted fiber's thread, or null. */
    public final Thread fiber;

    /** As {@link ParkedFrames#segments}. */
    public final Frame[] segments;

    private final long mounts;

    /** Reads what the carrier of that context has now. */
    public Carried(CarrierContext c) {
        fiber = c.thread;
        mounts = c.mounts;
        segments = ParkedFrames.segments(c);
    }

    /** Whether the fiber has been on the carrier all the while. */
    public boolean isSameMount(Carried other) {
        return fiber != null && fiber == other.fiber && mounts == other.mounts;
    }

    /** Whether the fiber has been on the carrier all the while, and has resumed no frame. */
    public boolean isSame(Carried other) {
        boolean isSame = isSameMount(other) && segments.length == other.segments.length;
        for (int i = 0; isSame && i < segments.length; i++) {
            isSame = segments[i] == other.segments[i];
        }
        return isSame;
    }
}

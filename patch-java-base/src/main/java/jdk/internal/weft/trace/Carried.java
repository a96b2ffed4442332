package jdk.internal.weft.trace;

import java.weft.CarrierContext;
import java.weft.Frame;
import jdk.internal.misc.Unsafe;

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

    /** Read before and behind the segments; -1 if these are of two resumptions. */
    private final long resumptions;

    /** Whether the fiber is that of the mount: the carrier goes on while it is read. */
    private final boolean isOfMount;

    /** Reads what the carrier of that context has now. */
    public Carried(CarrierContext c) {
        long before = c.mounts;
        Unsafe.getUnsafe().loadFence();
        fiber = c.thread;
        Unsafe.getUnsafe().loadFence();
        mounts = c.mounts;
        isOfMount = before == mounts;
        long resumption = c.resumptions;
        Unsafe.getUnsafe().loadFence();
        segments = ParkedFrames.segments(c);
        Unsafe.getUnsafe().loadFence();
        resumptions = resumption == c.resumptions ? resumption : -1;
    }

    /** Whether the fiber has been on the carrier all the while. */
    public boolean isSameMount(Carried other) {
        return fiber != null && fiber == other.fiber && mounts == other.mounts;
    }

    /**
     * Whether the carrier has got no other fiber since, so that one which was seen there in between is this one, though
     * it may have left.
     */
    public boolean isLastMount(Carried later) {
        return isOfMount && fiber != null && mounts == later.mounts;
    }

    /** The fiber that was seen on the carrier in between; null if it may be one of several. */
    public Thread between(Carried later) {
        boolean isFirst = isOfMount && fiber == null && later.isOfMount && later.mounts - mounts <= 1;
        return isLastMount(later) ? fiber : isFirst ? later.fiber : null;
    }

    /**
     * Whether the fiber has only lost parked frames since: it has not suspended meanwhile, not even to go on at once,
     * nor was it about to be mounted.
     */
    public boolean isLastResumption(Carried later) {
        return isLastMount(later) && resumptions >= 0 && resumptions == later.resumptions;
    }

    /** Whether the fiber has been on the carrier all the while, and has resumed no frame. */
    public boolean isSame(Carried other) {
        boolean isSame = isSameMount(other)
                && resumptions >= 0
                && resumptions == other.resumptions
                && segments.length == other.segments.length;
        for (int i = 0; isSame && i < segments.length; i++) {
            isSame = segments[i] == other.segments[i];
        }
        return isSame;
    }
}

package java.weft;

import jdk.internal.weft.timer.Sleeper;
import jdk.internal.weft.timer.Timer;

/**
 * A thread that has a fiber mounted, or may have, as far as those know one who need not know of schedulers. Its methods
 * are for that thread, but for snapshots.
 */
public abstract class AbstractCarrier {
    /** For carriers of schedulers. */
    protected AbstractCarrier() {}

    /** Tells it from others, which may have the same number; from 0. */
    public abstract int number();

    /** True if it does nothing but carry fibers of the default scheduler: no thread of the program's. */
    public abstract boolean isWorker();

    /** True if the fiber that was mounted last has used up its slice. For others a snapshot. */
    public abstract boolean hasUsedUpSlice();

    /**
     * Wakes a fiber, which is not mounted any more, after so many nanoseconds (positive).
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public abstract Timer wakeLater(Sleeper fiber, long nanos);

    /** Blocks; others run in its place meanwhile, if it is one of the default scheduler's. */
    public abstract void block(Blocker blocker);

    /** Blocks the caller; if it is a carrier, others run in its place. */
    public static void blockCaller(Blocker blocker) {
        CarrierContext context = CarrierContext.ofCarrier();
        if (context == null) {
            blocker.block();
        } else {
            FiberEvents recorder = FiberEvents.recorder();
            Object begun = recorder == null ? null : recorder.blocks(context);
            context.carrier.block(blocker);
            if (begun != null) {
                recorder.unblocked(context, begun);
            }
        }
    }
}

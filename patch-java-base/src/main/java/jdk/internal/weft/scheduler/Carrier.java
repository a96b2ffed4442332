package jdk.internal.weft.scheduler;

import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.timer.Timer;

/** A platform thread that has a fiber mounted, or may have; its methods are for that thread, but for snapshots. */
public abstract class Carrier {
    Carrier() {}

    /** The thread that runs the fibers. */
    abstract Thread thread();

    /** Tells it from others, which may have the same number; from 0. */
    public abstract int number();

    /** True if it does nothing but carry fibers of the default scheduler: no thread of the program's. */
    public final boolean isWorker() {
        return this instanceof Worker;
    }

    /** True if the fiber that was mounted last has used up its slice. For others a snapshot. */
    public abstract boolean hasUsedUpSlice();

    /** Queues a fiber of the default scheduler that may run. */
    abstract void add(Fiber fiber);

    /**
     * Queues a fiber of the default scheduler that has just been unmounted, and goes on.
     *
     * @param hasComputed whether it has used up its slice before this one, which it was given for the same work
     */
    abstract void addYielding(Fiber fiber, boolean hasComputed);

    /**
     * Wakes a fiber, which is not mounted any more, after so many nanoseconds (positive).
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has happened
     */
    public abstract Timer wakeLater(Fiber fiber, long nanos);

    /** Blocks; others run in its place meanwhile, if it is one of the default scheduler's. */
    abstract void block(Blocker blocker);
}

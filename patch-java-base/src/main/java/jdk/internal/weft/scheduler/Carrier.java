package jdk.internal.weft.scheduler;

import java.weft.AbstractCarrier;
import jdk.internal.weft.fiber.Fiber;

/** A platform thread that has a fiber mounted, or may have; its methods are for that thread, but for snapshots. */
public abstract class Carrier extends AbstractCarrier {
    Carrier() {}

    /** The thread that runs the fibers. */
    abstract Thread thread();

    @Override
    public final boolean isWorker() {
        return this instanceof Worker;
    }

    /** Queues a fiber of the default scheduler that may run. */
    abstract void add(Fiber fiber);

    /** The same for a fiber that is to run before others that may. */
    abstract void addFirst(Fiber fiber);

    /**
     * Queues a fiber of the default scheduler that has just been unmounted, and goes on.
     *
     * @param hasComputed whether it has used up its slice before this one, which it was given for the same work
     */
    abstract void addYielding(Fiber fiber, boolean hasComputed);
}

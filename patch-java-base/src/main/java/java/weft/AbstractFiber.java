package java.weft;

/**
 * A fiber, as far as woven code and the bottom of the runtime know one: it has a thread, and can be had wait. There is
 * one implementation, {@code jdk.internal.weft.fiber.Fiber}, which has the contracts.
 */
public abstract class AbstractFiber {
    /** For the one implementation. */
    protected AbstractFiber() {}

    /** The thread that this fiber runs. */
    public abstract Thread thread();

    /** The carrier while mounted, else null. A snapshot. */
    public abstract Thread carrier();

    /** Heap frames of a suspended fiber, innermost first; only stable while the caller keeps the fiber from running. */
    public abstract Frame frames();

    /** {@code LockSupport.park}, called by a twin; at most so many nanoseconds, 0 for ever. */
    public abstract void park(CarrierContext c, long waitNanos);

    /** The same in a plain copy: blocks the carrier. */
    public abstract void parkPinned(long waitNanos);

    /** A park until a time that is over: takes the permit, if there is one, and returns. */
    public abstract void takePermit();

    /** A wait of the runtime's own, called by a twin; at most so many nanoseconds, 0 for ever. */
    public abstract void await(CarrierContext c, long waitNanos);

    /** The same in a plain copy: blocks the carrier. */
    public abstract void awaitPinned(long waitNanos);

    /**
     * The same for a wait that stands for a native call.
     *
     * @param isAgain whether it goes on with an earlier one, with which it is counted
     */
    public abstract void awaitInputPinned(long waitNanos, boolean isAgain);

    /** Lets other fibers run; called by a twin. */
    public abstract void yieldNow(CarrierContext c);

    /** Lets another fiber of a simulation run, by chance; called by a twin. */
    public abstract void makeWay(CarrierContext c);

    /** Suspends for no reason (chaos mode): to the end of the queue, or to be resumed at once; called by a twin. */
    public abstract void suspendAnyhow(CarrierContext c, boolean atOnce);
}

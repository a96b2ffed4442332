package java.weft;

/**
 * What a flight recorder is told of fibers. There is none until one is initialized in this program; then it stays. The
 * runtime tests {@link #recorder}, and nothing else, as long as there is none. No method throws, or waits for long.
 */
public abstract class FiberEvents {
    /** Null if there is none. Not volatile: whoever sees it late tells less. */
    public static FiberEvents recorder;

    /** Sets the recorder, once. */
    public static void record(FiberEvents wanted) {
        recorder = wanted;
    }

    /** The recorder, or null. */
    public static FiberEvents recorder() {
        return recorder;
    }

    /** The fiber of that thread is about to start. */
    public abstract void starts(Thread thread);

    /**
     * A scheduler of the program's has thrown that instead of taking the fiber of that thread, or could not be called:
     * null, for want of memory.
     */
    public abstract void submitFailed(Thread thread, Throwable cause);

    /** The fiber of that thread has ended. */
    public abstract void ended(Thread thread);

    /** The fiber is about to leave its carrier until it is woken. */
    public abstract void parks(AbstractFiber fiber);

    /** The fiber goes on, or has not parked after all. Of one that has not parked nothing is known. */
    public abstract void resumes(AbstractFiber fiber);

    /** The fiber is about to block its carrier; the answer is for {@link #unpinned}. */
    public abstract Object pins(AbstractFiber fiber);

    /** The fiber goes on, still on its carrier. */
    public abstract void unpinned(AbstractFiber fiber, Object begun);

    /** The calling carrier is about to block; the answer is for {@link #unblocked}. */
    public abstract Object blocks(CarrierContext carrier);

    /** The calling carrier goes on. */
    public abstract void unblocked(CarrierContext carrier, Object begun);

    /** The scheduler has made that carrier. */
    public abstract void carrierAdded(Thread carrier);

    /** The fiber of that thread, which calls, is about to read from or write to a socket. */
    public abstract void transfers(Thread thread, boolean isWrite);

    /**
     * The fiber of that thread, which calls, has done so, or failed to.
     *
     * @param peer the {@code java.net.Socket}, or the address of the other side, or null
     * @param bytes how many were moved; -1 at the end of the stream
     */
    public abstract void transferred(Thread thread, Object peer, long bytes);
}

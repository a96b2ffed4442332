package jdk.internal.weft.fiber;

/** The states of a fiber and the legal transitions between them, as data; {@link Fiber} has them as a table. */
public enum FiberState {
    /** Made, not started. */
    NEW,
    /** Handed to the scheduler. */
    QUEUED,
    /** Executes on a carrier. */
    RUNNING,
    /** Unwinds, to park. */
    PARKING,
    /** Waits for unpark, on no carrier. */
    PARKED,
    /** Unwinds, to let others run. */
    YIELDING,
    /** Blocks its carrier. */
    PINNED,
    /** Has run to its end. */
    TERMINATED,
    /** Unwinds for no reason (chaos mode), to be resumed at once. */
    RESUMING;

    private static final FiberState[] ALL = values();

    /** The state of a number in {@link Fiber}'s state word, without the permit bit. */
    public static FiberState of(int number) {
        return number == Fiber.RESUMING ? RESUMING : ALL[number];
    }

    /** Whether a fiber may go from this state to that one. */
    public boolean mayBecome(FiberState next) {
        switch (this) {
            case NEW:
                return next == QUEUED;
            case QUEUED:
                return next == RUNNING;
            case RUNNING:
                return next == PARKING || next == YIELDING || next == PINNED || next == TERMINATED || next == RESUMING;
            case PARKING:
                // PINNED: a frame on the way could not be left
                return next == PARKED || next == RUNNING || next == PINNED;
            case PARKED:
                return next == QUEUED;
            case YIELDING:
                return next == QUEUED || next == RUNNING;
            case PINNED:
            case RESUMING:
                return next == RUNNING;
            default:
                return false;
        }
    }
}

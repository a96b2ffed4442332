package jdk.internal.weft.fiber;

/** The states of a fiber and the legal transitions between them, as data; {@link Fiber} has them as a table. */
public enum FiberState {
    /** Made, not started. */
    NEW,
    /** Handed to the scheduler, executes on a carrier, or unwinds there. */
    RUNNABLE,
    /** Waits, on no carrier. */
    PARKED,
    /** Blocks its carrier. */
    PINNED,
    /** Has run to its end. */
    TERMINATED;

    private static final FiberState[] ALL = values();

    /** The state of a number in {@link Fiber}'s state word, without the bits that go with it. */
    public static FiberState of(int number) {
        return ALL[number];
    }

    /** Whether a fiber may go from this state to that one. */
    public boolean mayBecome(FiberState next) {
        switch (this) {
            case NEW:
            case PARKED:
            case PINNED:
                return next == RUNNABLE;
            case RUNNABLE:
                return next == PARKED || next == PINNED || next == TERMINATED;
            default:
                return false;
        }
    }
}

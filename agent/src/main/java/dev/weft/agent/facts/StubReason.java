package dev.weft.agent.facts;

/** Why a method gets a pinned stub instead of a full twin. */
public final class StubReason extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reasons; each is explained in docs/limits.md. */
    public enum Reason {
        /** The method has no Java code. */
        NATIVE,
        /** Abstract methods get a pinned stub that calls virtually. */
        ABSTRACT,
        /** Nothing in it can suspend. */
        NEVER_SUSPENDS,
        /** The class as a whole is not to suspend. */
        STUBBED_CLASS,
        /** The twin would be longer than a method may be. */
        TOO_LARGE,
        /** No parameter slot is left for the context. */
        TOO_MANY_ARGUMENTS,
        /** Subroutines in a class file that has stack map frames. */
        SUBROUTINE,
        /** No stack map frames and no way to compute them. */
        NO_FRAMES,
        /** Monitors that are not entered and left in pairs. */
        UNBALANCED_MONITORS,
        /** An object is kept uninitialized in a way that cannot be moved. */
        UNINITIALIZED_OBJECT,
        /** The generator failed; the log has a line. */
        FAILED
    }

    private final Reason reason;

    /** A reason with what it is about. */
    public StubReason(Reason reason, String detail) {
        super(reason + (detail == null ? "" : ": " + detail), null, false, false);
        this.reason = reason;
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }
}

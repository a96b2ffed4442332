package dev.weft;

/** A continuation cannot be copied now. It is as it was before. Immutable, as far as exceptions are. */
public final class NotCloneableException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Why it cannot be copied. */
    public enum Reason {
        /**
         * It runs: in this thread, which is in it, or in another one. Its frames, and the monitors that these hold, are
         * on a stack.
         */
        RUNNING,

        /** It has ended. */
        DONE,

        /**
         * It was suspended from within another one, which is a part of it: the copy's code would go on with the
         * original of that.
         */
        NESTED,

        /** It is suspended with a monitor held, which its copy would hold as well. */
        MONITOR,

        /** It is suspended in a call that a {@link ProcessorLocal} has lent a value: two would have it at once. */
        LENT
    }

    /** Why. */
    private final Reason reason;

    /** With a message that names what cannot be copied, and its state. */
    public NotCloneableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why it cannot be copied. */
    public Reason reason() {
        return reason;
    }
}

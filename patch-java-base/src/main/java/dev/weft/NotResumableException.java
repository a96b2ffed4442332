package dev.weft;

/**
 * A continuation, or what is made of one, cannot be run now. It is as it was before. Immutable, as far as exceptions
 * are.
 */
public final class NotResumableException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Why it cannot be run. */
    public enum Reason {
        /** It runs: in this thread, which is in it, or in another one. */
        RUNNING,

        /** It has ended. */
        DONE,

        /**
         * It is suspended with a monitor held, which belongs to the thread that has entered it: only that thread can
         * run it.
         */
        OTHER_THREAD
    }

    /** Why. */
    private final Reason reason;

    /** With a message that names what cannot be run, and its state. */
    public NotResumableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why it cannot be run. */
    public Reason reason() {
        return reason;
    }
}

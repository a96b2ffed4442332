package dev.weft;

/**
 * A coroutine cannot be switched to, called or left as the caller wants. Nothing has happened. Immutable, as far as
 * exceptions are.
 */
public final class CoroutineException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Why not. */
    public enum Reason {
        /** It belongs to another thread. */
        OTHER_THREAD,

        /** It has ended. */
        FINISHED,

        /** It is the caller itself. */
        SELF,

        /** An asymmetric coroutine does not yield, it returns. */
        IN_ASYMMETRIC,

        /** It has been called, and has not returned. */
        IN_USE,

        /** The caller is not in it, or it was suspended with a continuation around it. */
        NOT_CURRENT
    }

    /** Why not. */
    private final Reason reason;

    CoroutineException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Why not. */
    public Reason reason() {
        return reason;
    }
}

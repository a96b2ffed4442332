package dev.weft;

/**
 * A continuation cannot be suspended, since something between {@code suspend} and {@code run} cannot be left. Nothing
 * has happened: the continuation goes on where {@code suspend} was called. Immutable, as far as exceptions are.
 */
public final class PinnedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** What keeps the continuation. */
    public enum Reason {
        /**
         * The frame holds a monitor that it cannot leave: that of a class loader, or of the {@code Thread} of a
         * platform thread. Use another lock.
         */
        MONITOR("it holds a monitor"),

        /** A native method has called back. Call from Java. */
        NATIVE_FRAME("it is native"),

        /** The VM initializes a class. Initialize it before. */
        CLASS_INITIALIZER("it initializes a class"),

        /**
         * Any other frame that Weft cannot suspend, see the page on limits: {@code toString} or a constructor's
         * argument, for instance.
         */
        FRAME("it cannot be suspended");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    /** Why. */
    private final Reason reason;

    /** The frame, or null. */
    private final StackTraceElement frame;

    /**
     * An exception with a message that says all of it.
     *
     * @param scope the scope that was to be suspended
     * @param frame the frame that cannot be left; null if it is unknown
     * @throws NullPointerException if there is no reason
     */
    public PinnedException(Object scope, Reason reason, StackTraceElement frame) {
        super("a continuation of scope " + scope + " is pinned by " + (frame == null ? "its caller" : frame) + ": "
                + reason.words);
        this.reason = reason;
        this.frame = frame;
    }

    /** What keeps the continuation. */
    public Reason reason() {
        return reason;
    }

    /** The frame that cannot be left, with the names that its author gave; null if it is unknown. */
    public StackTraceElement frame() {
        return frame;
    }
}

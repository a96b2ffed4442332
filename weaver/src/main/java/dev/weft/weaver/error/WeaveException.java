package dev.weft.weaver.error;

/** The JDK cannot be woven; the message says in one line what, where, why and what to do. */
public final class WeaveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception with that line. */
    public WeaveException(String message) {
        super(message);
    }
}

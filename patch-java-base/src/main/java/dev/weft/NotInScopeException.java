package dev.weft;

/** The caller is in no continuation of the scope that it has named. Nothing has happened. */
public final class NotInScopeException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** With a message that names the scope. */
    public NotInScopeException(String message) {
        super(message);
    }
}

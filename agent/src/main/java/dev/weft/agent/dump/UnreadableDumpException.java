package dev.weft.agent.dump;

/** The answer of a program is not the dump that it should be; the message says why, in one line. */
public final class UnreadableDumpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableDumpException(String message) {
        super(message);
    }
}

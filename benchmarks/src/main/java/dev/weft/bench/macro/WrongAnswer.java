package dev.weft.bench.macro;

/** A program's result is not what it must be. */
public final class WrongAnswer extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With what was expected, and what is there. */
    public WrongAnswer(String message) {
        super(message);
    }

    /** Fails unless both are equal. */
    public static void unlessEqual(String what, long expected, long found) {
        if (expected != found) {
            throw new WrongAnswer(what + ": " + expected + " expected, " + found + " found");
        }
    }
}

package dev.weft.demo;

/** A measurement could not be made; the message says why, on one line. */
final class DemoException extends Exception {
    private static final long serialVersionUID = 1L;

    DemoException(String message) {
        super(message);
    }
}

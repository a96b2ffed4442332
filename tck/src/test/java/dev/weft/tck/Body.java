package dev.weft.tck;

/** Code that a case runs, in its own thread or in another one. */
@FunctionalInterface
public interface Body {
    /** Runs it; whatever it throws is a failure. */
    void run() throws Throwable;
}

package dev.weft.tck.continuations;

/** Continuations of one kind; a scope is a number. */
interface Engine {
    Object make(int scope, Runnable body);

    void run(Object continuation);

    boolean isDone(Object continuation);

    /** False if the caller is in no continuation of that scope. */
    boolean suspend(int scope);

    void park();
}

package dev.weft.tck.continuations;

/** Continuations of one kind; a scope is a number. */
interface Engine {
    Object make(int scope, Runnable body);

    void run(Object continuation);

    boolean isDone(Object continuation);

    /** False if the caller is in no continuation of that scope. */
    boolean suspend(int scope);

    void park();

    /** Runs it with a monitor of that number held. */
    void locked(int monitor, Runnable body);

    /** Whether the thread that runs the program holds the monitor, in any continuation. */
    boolean holds(int monitor);

    /** Whether another thread is refused that runs a continuation which holds monitors; if so, nothing has happened. */
    boolean refusesOthers(Object continuation);
}

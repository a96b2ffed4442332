package dev.weft;

import java.weft.CarrierContext;
import java.weft.ContinuationImpl;

/**
 * A one-shot delimited continuation: a computation that can suspend itself at any depth and is resumed by whoever calls
 * {@link #run} again, on whatever thread, which may be a fiber or a platform thread.
 *
 * <p>While it runs, it is part of the thread that has called {@code run}: {@code Thread.currentThread()}, thread locals and locks are
 * that thread's. If a fiber parks inside of a continuation, the fiber is parked, with all continuations that it is in; a platform
 * thread blocks. Continuations may be nested; {@code suspend} leaves all those within the one that it suspends as they are, and
 * the next {@code run} of that one goes on where {@code suspend} was called.
 *
 * <p>What cannot be left keeps the continuation <em>pinned</em>: a monitor held (by a {@code synchronized} method or block), a frame of
 * native code, of a class initializer, or any other that Weft cannot suspend, between {@code suspend} and {@code run}. Then {@code suspend} throws an
 * {@code IllegalStateException}, and nothing has happened.
 *
 * <p>Thread-safe: of threads that call {@code run} at the same time one runs it, and the others get the exception. What was done in it
 * before it was suspended happens-before what is done after it is resumed, by whatever thread. A continuation that is dropped while it is
 * suspended is garbage; its {@code finally} blocks do not run. What a method has referred to that has returned since the continuation was
 * resumed may be reachable until it suspends once more, or ends.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal), "Continuations".
 */
public final class Continuation {
    private final ContinuationImpl delimited;

    /**
     * A continuation that has not begun.
     *
     * @param scope what it is delimited by
     * @param target what it runs
     * @throws NullPointerException if either is null
     */
    public Continuation(ContinuationScope scope, Runnable target) {
        if (scope == null) {
            throw new NullPointerException("scope");
        }
        if (target == null) {
            throw new NullPointerException("target");
        }
        delimited = new ContinuationImpl(scope, target);
    }

    /**
     * Runs it until it suspends or ends. Whatever its target throws is thrown here, and ends it.
     *
     * @throws IllegalStateException if it runs already, or has ended
     */
    public void run() {
        delimited.run();
    }

    /** Called by twins in place of {@link #run}. */
    public static void run$weft(Continuation continuation, CarrierContext context) {
        continuation.delimited.run(context);
    }

    /**
     * Suspends the innermost continuation of that scope in which the caller is: its {@code run} returns. Returns when {@code run}
     * is called again.
     *
     * @throws IllegalStateException if the caller is in none, or it is pinned
     */
    public static void suspend(ContinuationScope scope) {
        ContinuationImpl.suspendPlainly(scope);
    }

    /** Called by twins in place of {@link #suspend}. */
    public static void suspend$weft(ContinuationScope scope, CarrierContext context) {
        ContinuationImpl.suspend(scope, context);
    }

    /** True once its target has returned, or has thrown. */
    public boolean isDone() {
        return delimited.isDone();
    }

    /** Names scope and state. A snapshot. */
    @Override
    public String toString() {
        return "Continuation[" + delimited + "]";
    }
}

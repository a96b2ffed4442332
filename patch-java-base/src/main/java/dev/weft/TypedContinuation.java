package dev.weft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Function;

/**
 * A continuation that is given a value at each run, and gives one at each suspension and at its end:
 *
 * <pre>{@code
 * TypedScope<Integer, String> scope = new TypedScope<>("squares");
 * TypedContinuation<Integer, String> squares = new TypedContinuation<>(scope, first -> {
 *     int n = first;
 *     while (n != 0) {
 *         n = TypedContinuation.suspend(scope, "square " + n * n);
 *     }
 *     return "end";
 * });
 * squares.run(3); // square 9
 * squares.run(4); // square 16
 * squares.run(0); // end; squares.isDone()
 * }</pre>
 *
 * <p>All else, also of threads and memory, is as with {@link Continuation}. The values are kept no longer than they
 * need to be passed. A consumer that it was suspended with can run it by {@link Continuation#run} only, without a
 * value.
 *
 * @param <I> what the caller of {@code run} passes in
 * @param <O> what a suspension, or the end, passes out
 */
public final class TypedContinuation<I, O> extends Continuation {
    private static final VarHandle IS_RUN = isRun();

    /** Whoever sets it owns the values; {@link Continuation#run} would refuse another one too late. */
    private volatile boolean isRun;

    private I in;
    private O out;

    /**
     * A continuation that has not begun.
     *
     * @param scope what it is delimited by
     * @param body what it runs: takes what the first {@code run} passes, and returns what the last one gets
     * @throws NullPointerException if either is null
     */
    public TypedContinuation(TypedScope<I, O> scope, Function<? super I, ? extends O> body) {
        super(scope, new Body<>(scope, Objects.requireNonNull(body, "body")));
    }

    private record Body<I, O>(TypedScope<I, O> scope, Function<? super I, ? extends O> function) implements Runnable {
        @Override
        public void run() {
            O last = function.apply(innermost(scope).takeIn());
            // that which has begun may have been another: a clone of it goes on here, too
            innermost(scope).out = last;
        }
    }

    /**
     * Runs it until it suspends or ends, which {@link #isDone} tells.
     *
     * @param value what the body is called with, or what {@code suspend} returns in it; may be null
     * @return what it was suspended with, or what the body has returned
     * @throws NotResumableException if it runs already, in this thread or in another, or has ended
     */
    public O run(I value) {
        if (isDone() || !IS_RUN.compareAndSet(this, false, true)) {
            boolean isDone = isDone();
            throw new NotResumableException(
                    isDone ? NotResumableException.Reason.DONE : NotResumableException.Reason.RUNNING,
                    "the continuation " + (isDone ? "has ended: " : "runs already: ") + this);
        }
        try {
            in = value;
            run();
            O passed = out;
            out = null;
            return passed;
        } finally {
            IS_RUN.setRelease(this, false);
        }
    }

    /** The other one may be in its {@code run}, if its consumer makes copies, or another thread. */
    @Override
    void isCopied() {
        in = null;
        out = null;
        IS_RUN.setRelease(this, false);
    }

    private static VarHandle isRun() {
        try {
            return MethodHandles.lookup().findVarHandle(TypedContinuation.class, "isRun", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Suspends the innermost continuation of that scope in which the caller is.
     *
     * @param value what its {@code run} returns; may be null
     * @return what the next {@code run} passes; null if it passes nothing
     * @throws NotInScopeException if the caller is in none
     * @throws PinnedException if it is pinned
     */
    public static <I, O> I suspend(TypedScope<I, O> scope, O value) {
        TypedContinuation<I, O> current = innermost(scope);
        if (current != null) {
            current.out = value;
        }
        try {
            Continuation.suspend(scope);
        } catch (PinnedException e) {
            current.out = null;
            throw e;
        }
        return TypedContinuation.<I, O>innermost(scope).takeIn();
    }

    @SuppressWarnings("unchecked")
    private static <I, O> TypedContinuation<I, O> innermost(TypedScope<I, O> scope) {
        return (TypedContinuation<I, O>) current(scope);
    }

    private I takeIn() {
        I passed = in;
        in = null;
        return passed;
    }
}

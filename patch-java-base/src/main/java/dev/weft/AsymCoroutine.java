package dev.weft;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * An asymmetric coroutine: it is called, and returns to its caller, any number of times, with a value in each
 * direction.
 *
 * <pre>{@code
 * AsymCoroutine<Integer, Integer> average = new AsymCoroutine<>((coroutine, first) -> {
 *     int sum = first;
 *     for (int count = 1; ; count++) {
 *         sum += coroutine.ret(sum / count);
 *     }
 * });
 * average.call(2); // 2
 * average.call(4); // 3
 * }</pre>
 *
 * <p>As an {@code Iterable} it gives what it returns, and in the end what {@code run} has returned. There is one
 * sequence only: a second iterator goes on where the first one was left.
 *
 * <p>It belongs to the thread, or fiber, that has made it: all others are refused. It may be called by coroutines of
 * both kinds. An exception that leaves {@code run} is thrown by the call, and ends it. One that is dropped is garbage,
 * and its {@code finally} blocks do not run.
 *
 * <p>Source: Stadler, Wimmer and W&uuml;rthinger, "Efficient Coroutines for the Java Platform", PPPJ 2010, "Asymmetric
 * coroutines".
 *
 * @param <I> what it is called with; {@code Void} for nothing
 * @param <O> what it returns; {@code Void} for nothing
 */
public class AsymCoroutine<I, O> implements Iterable<O> {
    static final ContinuationScope SCOPE = new ContinuationScope("asymmetric coroutine");

    private final Thread thread = Thread.currentThread();
    private final AsymRunnable<? super I, ? extends O> target;
    private final Continuation body = new Continuation(SCOPE, new Start<>(this));
    private boolean isCalled;
    private I input;
    private O output;

    private record Start<I, O>(AsymCoroutine<I, O> owner) implements Runnable {
        @Override
        public void run() {
            owner.output = owner.run(owner.takeInput());
        }
    }

    /** A coroutine of the calling thread whose heir says what it runs. */
    public AsymCoroutine() {
        target = null;
    }

    /**
     * A coroutine of the calling thread that runs the target.
     *
     * @throws NullPointerException if the target is null
     */
    public AsymCoroutine(AsymRunnable<? super I, ? extends O> target) {
        this.target = Objects.requireNonNull(target, "target");
    }

    /**
     * What it does; called by the first call. Runs the target, if there is one.
     *
     * @param value what it was called with
     * @return what the last call gets
     */
    protected O run(I value) {
        return target == null ? null : target.run(this, value);
    }

    /**
     * Has it go on, until it returns or ends.
     *
     * @param value what {@link #ret} returns in it; may be null
     * @return what it returns; null if nothing
     * @throws CoroutineException if it belongs to another thread, has been called and has not returned, or has ended
     */
    public final O call(I value) {
        check();
        input = value;
        isCalled = true;
        try {
            body.run();
        } finally {
            isCalled = false;
        }
        O returned = output;
        output = null;
        return returned;
    }

    private void check() {
        if (thread != Thread.currentThread()) {
            throw new CoroutineException(
                    CoroutineException.Reason.OTHER_THREAD,
                    this + " belongs to thread " + thread.getName() + ", and is called by "
                            + Thread.currentThread().getName());
        }
        if (isFinished()) {
            throw new CoroutineException(CoroutineException.Reason.FINISHED, this + " has ended");
        }
        if (isCalled) {
            throw new CoroutineException(
                    CoroutineException.Reason.IN_USE, this + " has been called and has not returned");
        }
    }

    /** The same without a value. */
    public final O call() {
        return call(null);
    }

    /**
     * Returns to the caller; to be used in {@code run}, and in what that calls, at any depth.
     *
     * @param value what the call gets; may be null
     * @return what the next call passes
     * @throws CoroutineException if the caller is not in this coroutine, or another asymmetric one is further in
     * @throws PinnedException if something between {@code run} and the caller cannot be suspended
     */
    public final I ret(O value) {
        if (Continuation.current(SCOPE) != body) {
            throw new CoroutineException(CoroutineException.Reason.NOT_CURRENT, "the caller is not in " + this);
        }
        output = value;
        Continuation.suspend(SCOPE);
        return takeInput();
    }

    /** The same without a value. */
    public final I ret() {
        return ret(null);
    }

    private I takeInput() {
        I passed = input;
        input = null;
        return passed;
    }

    /** True once {@code run} has ended. */
    public final boolean isFinished() {
        return body.isDone();
    }

    /** Calls it, without a value, for each element. */
    @Override
    public final Iterator<O> iterator() {
        return new Returned<>(this);
    }

    private record Returned<O>(AsymCoroutine<?, O> coroutine) implements Iterator<O> {
        @Override
        public boolean hasNext() {
            return !coroutine.isFinished();
        }

        @Override
        public O next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return coroutine.call();
        }
    }

    /** Names class and thread, and tells whether it has ended. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + thread.getName() + (isFinished() ? ", finished" : "") + "]";
    }
}

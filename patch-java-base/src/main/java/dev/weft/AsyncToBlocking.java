package dev.weft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a call that blocks of one that takes a callback: {@link #register} starts the operation, and the callback calls
 * {@link #complete} or {@link #fail}. The fiber that waits is parked; a platform thread blocks.
 *
 * <pre>{@code
 * String foo(AsyncFoo asynchronous) throws FooException, InterruptedException {
 *     class Call extends AsyncToBlocking<String, FooException> implements FooCompletion {
 *         public void success(String result) {
 *             complete(result);
 *         }
 *
 *         public void failure(FooException exception) {
 *             fail(exception);
 *         }
 *
 *         protected void register() {
 *             asynchronous.foo(this);
 *         }
 *     }
 *     return new Call().run();
 * }
 * }</pre>
 *
 * <p>The callback may come before {@code register} returns, while the caller is about to park, or later, from any
 * thread. The first result counts, and what comes after it, or after the wait was given up, is dropped;
 * {@code complete} and {@code fail} tell so. Each object is used for one call.
 *
 * <p>Thread-safe. What was done before {@code complete} or {@code fail} happens-before what is done after {@code run}
 * has returned.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal), "Fibers", on
 * asynchronous APIs.
 *
 * @param <T> the type of the result
 * @param <E> what the operation fails with
 */
public abstract class AsyncToBlocking<T, E extends Throwable> {
    private static final VarHandle OUTCOME = handle("outcome", Object.class);
    private static final VarHandle WAITER = handle("waiter", Thread.class);

    /** In place of a result that is null. */
    private static final Object NULL = new Object();

    private static final Object GIVEN_UP = new Object();

    private record Failed(Throwable failure) {}

    /** Null until there is one. */
    private volatile Object outcome;

    /** Who runs it, from then on. */
    private volatile Thread waiter;

    /** For heirs. */
    protected AsyncToBlocking() {}

    private static VarHandle handle(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(AsyncToBlocking.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Starts the operation. Called once, by the thread that runs this; what it throws, {@code run} throws.
     *
     * @throws E if the operation cannot be started
     */
    protected abstract void register() throws E;

    /**
     * Called once, by the thread that has waited, when it gives up: for an interrupt, or because its time is over. Does
     * nothing by itself.
     */
    protected void cancel() {}

    /** The operation has ended with that result, which may be null. False if that is of no use any more. */
    protected final boolean complete(T result) {
        return end(result == null ? NULL : result);
    }

    /**
     * The operation has failed. False if that is of no use any more.
     *
     * @throws NullPointerException if the failure is null
     */
    protected final boolean fail(E failure) {
        return end(new Failed(Objects.requireNonNull(failure, "failure")));
    }

    private boolean end(Object result) {
        if (!OUTCOME.compareAndSet(this, null, result)) {
            return false;
        }
        LockSupport.unpark(waiter);
        return true;
    }

    /**
     * Starts the operation and waits for its result.
     *
     * @throws E what the operation has failed with
     * @throws InterruptedException if the thread is interrupted while it waits; then the operation was cancelled. If
     *     the result comes at the same time, it is returned, and the thread stays interrupted
     * @throws IllegalStateException if this was run before
     */
    public final T run() throws E, InterruptedException {
        begin();
        while (outcome == null) {
            LockSupport.park(this);
            giveUpIfInterrupted();
        }
        return result();
    }

    /**
     * Starts the operation and waits for its result for some time.
     *
     * @param timeout how long; if it is 0 or less, only a result that comes at once is taken
     * @throws E what the operation has failed with
     * @throws InterruptedException as {@link #run()} does
     * @throws TimeoutException if the time is over; then the operation was cancelled
     * @throws IllegalStateException if this was run before
     * @throws NullPointerException if the unit is null
     */
    public final T run(long timeout, TimeUnit unit) throws E, InterruptedException, TimeoutException {
        // less than nothing could not be told from much, once time has passed
        long nanos = Math.max(0, unit.toNanos(timeout));
        long start = System.nanoTime();
        begin();
        while (outcome == null) {
            long left = nanos - (System.nanoTime() - start);
            if (left <= 0) {
                if (giveUp()) {
                    throw new TimeoutException("no result after " + timeout + " " + unit);
                }
            } else {
                LockSupport.parkNanos(this, left);
                giveUpIfInterrupted();
            }
        }
        return result();
    }

    private void begin() throws E {
        if (!WAITER.compareAndSet(this, null, Thread.currentThread())) {
            throw new IllegalStateException("the call was run before: " + this);
        }
        register();
    }

    private void giveUpIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            if (giveUp()) {
                throw new InterruptedException();
            }
            Thread.currentThread().interrupt();
        }
    }

    private boolean giveUp() {
        if (!OUTCOME.compareAndSet(this, null, GIVEN_UP)) {
            return false;
        }
        cancel();
        return true;
    }

    @SuppressWarnings("unchecked")
    private T result() throws E {
        Object found = outcome;
        if (found instanceof Failed) {
            // of the type that fail takes
            throw (E) ((Failed) found).failure;
        }
        return found == NULL ? null : (T) found;
    }
}

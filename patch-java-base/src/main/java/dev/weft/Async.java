package dev.weft;

import java.nio.channels.CompletionHandler;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Blocking forms of the usual asynchronous interfaces, and the other way. A fiber that waits is parked; a platform
 * thread blocks. {@link AsyncToBlocking} is for all others.
 *
 * <p>To give up a wait, by an interrupt or because its time is over, cancels nothing but what the call itself has
 * begun: others may wait for the same stage or future. Until that is done, each wait for it leaves a small object with
 * it, also one that was given up: so do not ask it over and over with short timeouts.
 *
 * <p>Thread-safe. What was done before an operation has completed happens-before what is done after a wait for it has
 * ended.
 *
 * <p>Source: Pressler, "Fibers and Continuations for the Java Virtual Machine" (project Loom's proposal), "Fibers", on
 * asynchronous APIs.
 */
public final class Async {
    private Async() {}

    // ------------------------------------------------------------------------------------------- to blocking

    /** Waits for a stage; registers one more dependent of it for each wait. */
    private static final class OfStage<T> extends AsyncToBlocking<T, ExecutionException> {
        private final CompletionStage<? extends T> stage;

        OfStage(CompletionStage<? extends T> stage) {
            this.stage = Objects.requireNonNull(stage, "stage");
        }

        @Override
        protected void register() {
            stage.whenComplete((result, failure) -> {
                if (failure == null) {
                    complete(result);
                } else {
                    boolean isWrapped = failure instanceof CompletionException && failure.getCause() != null;
                    fail(new ExecutionException(isWrapped ? failure.getCause() : failure));
                }
            });
        }
    }

    /**
     * Waits until a stage has completed.
     *
     * @return its result
     * @throws ExecutionException if it has completed with an exception, which is the cause
     * @throws InterruptedException if the thread is interrupted while it waits; the stage is not cancelled
     * @throws NullPointerException if the stage is null
     */
    public static <T> T await(CompletionStage<? extends T> stage) throws ExecutionException, InterruptedException {
        return new OfStage<T>(stage).run();
    }

    /**
     * The same for some time.
     *
     * @param timeout how long; if it is 0 or less, only a result that comes at once is taken
     * @throws TimeoutException if the time is over; the stage is not cancelled
     * @throws NullPointerException if an argument is null
     */
    public static <T> T await(CompletionStage<? extends T> stage, long timeout, TimeUnit unit)
            throws ExecutionException, InterruptedException, TimeoutException {
        return new OfStage<T>(stage).run(timeout, unit);
    }

    /**
     * How a future tells that it is done: {@code future::addListener} with what that needs beside the task. For Guava's
     * {@code ListenableFuture}, {@code task -> future.addListener(task, Runnable::run)}; for Netty's {@code Future},
     * {@code task -> future.addListener(done -> task.run())}.
     */
    @FunctionalInterface
    public interface Listening {
        /** Has the task run once the future is done, by any thread; at once if it is. */
        void whenDone(Runnable task) throws Exception;
    }

    private static final class OfFuture<T> extends AsyncToBlocking<Future<? extends T>, ExecutionException> {
        private final Future<? extends T> future;
        private final Listening listening;

        OfFuture(Future<? extends T> future, Listening listening) {
            this.future = Objects.requireNonNull(future, "future");
            this.listening = Objects.requireNonNull(listening, "listening");
        }

        @Override
        protected void register() throws ExecutionException {
            try {
                listening.whenDone(() -> complete(future));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ExecutionException(e);
            }
        }
    }

    /**
     * Waits until a future is done that has listeners, without a thread that would block in its {@code get}.
     *
     * @return its result
     * @throws ExecutionException if it has failed, or listening has
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws InterruptedException if the thread is interrupted while it waits; the future is not cancelled
     * @throws NullPointerException if an argument is null
     */
    public static <T> T await(Future<? extends T> future, Listening listening)
            throws ExecutionException, InterruptedException {
        return new OfFuture<T>(future, listening).run().get();
    }

    /**
     * The same for some time.
     *
     * @param timeout how long; if it is 0 or less, only a result that comes at once is taken
     * @throws TimeoutException if the time is over; the future is not cancelled
     * @throws NullPointerException if an argument is null
     */
    public static <T> T await(Future<? extends T> future, Listening listening, long timeout, TimeUnit unit)
            throws ExecutionException, InterruptedException, TimeoutException {
        return new OfFuture<T>(future, listening).run(timeout, unit).get();
    }

    /**
     * An operation with a {@link CompletionHandler}, as those of {@code AsynchronousSocketChannel} are.
     *
     * @param <T> the type of its result
     */
    @FunctionalInterface
    public interface Operation<T> {
        /** Starts it; the handler takes any attachment. */
        void start(CompletionHandler<T, Object> handler) throws Exception;
    }

    private static final class OfOperation<T> extends AsyncToBlocking<T, ExecutionException>
            implements CompletionHandler<T, Object> {
        private final Operation<T> operation;

        OfOperation(Operation<T> operation) {
            this.operation = Objects.requireNonNull(operation, "operation");
        }

        @Override
        protected void register() throws ExecutionException {
            try {
                operation.start(this);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new ExecutionException(e);
            }
        }

        @Override
        public void completed(T result, Object attachment) {
            complete(result);
        }

        @Override
        public void failed(Throwable failure, Object attachment) {
            fail(new ExecutionException(failure));
        }
    }

    /**
     * Starts an operation and waits for it:
     * {@code int n = Async.await(handler -> channel.read(buffer, null, handler))}.
     *
     * @return its result
     * @throws ExecutionException if it has failed; the cause is what its handler was given
     * @throws InterruptedException if the thread is interrupted while it waits; the operation goes on, since there is
     *     no way to cancel it but to close the channel
     * @throws NullPointerException if the operation is null
     */
    public static <T> T await(Operation<T> operation) throws ExecutionException, InterruptedException {
        return new OfOperation<>(operation).run();
    }

    /**
     * The same for some time.
     *
     * @param timeout how long; if it is 0 or less, only a result that comes at once is taken
     * @throws TimeoutException if the time is over; the operation goes on
     * @throws NullPointerException if an argument is null
     */
    public static <T> T await(Operation<T> operation, long timeout, TimeUnit unit)
            throws ExecutionException, InterruptedException, TimeoutException {
        return new OfOperation<>(operation).run(timeout, unit);
    }

    /**
     * What a publisher publishes, as elements to be waited for: subscribes at once.
     *
     * @param prefetch how many elements are asked for before they are taken; at least 1
     * @throws NullPointerException if the publisher is null
     * @throws IllegalArgumentException if it is to ask for less than 1
     */
    public static <T> PublishedElements<T> elements(Flow.Publisher<? extends T> publisher, int prefetch) {
        return PublishedElements.of(publisher, prefetch);
    }

    // ------------------------------------------------------------------------------------------- from blocking

    /** A future whose cancelling interrupts the thread that works for it. */
    private static final class OfThread<T> extends CompletableFuture<T> implements Runnable {
        private final Callable<? extends T> body;
        private final Thread thread;

        /** Guarded by this: whether an interrupt could come too late, and meet nothing of the body. */
        private boolean hasEnded;

        OfThread(Callable<? extends T> body) {
            this.body = Objects.requireNonNull(body, "body");
            thread = new Thread(this, "async");
            thread.setDaemon(true);
        }

        @Override
        public void run() {
            try {
                complete(body.call());
            } catch (Throwable t) {
                completeExceptionally(t);
            } finally {
                synchronized (this) {
                    hasEnded = true;
                }
            }
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            boolean isCancelled = super.cancel(mayInterrupt);
            if (isCancelled) {
                synchronized (this) {
                    if (!hasEnded) {
                        thread.interrupt();
                    }
                }
            }
            return isCancelled;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>();
        }
    }

    /**
     * Has a fiber of its own run a body that may block. It is a daemon; a platform thread where there are no fibers
     * ({@code weft.threads=none}).
     *
     * @return what completes with the body's result or exception; to cancel it interrupts the fiber, but to cancel what
     *     depends on it does not. To complete it by other means leaves the fiber alone
     * @throws NullPointerException if the body is null
     */
    public static <T> CompletableFuture<T> start(Callable<? extends T> body) {
        OfThread<T> future = new OfThread<>(body);
        Weft.lightweight(future.thread, true);
        future.thread.start();
        return future;
    }
}

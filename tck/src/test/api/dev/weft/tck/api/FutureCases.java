package dev.weft.tck.api;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What JDK 19 has added to Future, before virtual threads. */
public final class FutureCases {
    private FutureCases() {}

    /** A future of the program's own, from before these methods. */
    private static final class Own implements Future<String> {
        private final FutureTask<String> task;

        Own(Callable<String> body) {
            task = new FutureTask<>(body);
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            return task.cancel(mayInterrupt);
        }

        @Override
        public boolean isCancelled() {
            return task.isCancelled();
        }

        @Override
        public boolean isDone() {
            return task.isDone();
        }

        @Override
        public String get() throws InterruptedException, java.util.concurrent.ExecutionException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return task.get();
        }

        @Override
        public String get(long time, TimeUnit unit) throws InterruptedException {
            throw new UnsupportedOperationException();
        }
    }

    private static void hasNoResult(Future<?> future) throws Throwable {
        Check.fails(IllegalStateException.class, future::resultNow);
    }

    private static void hasNoException(Future<?> future) throws Throwable {
        Check.fails(IllegalStateException.class, future::exceptionNow);
    }

    private static String fail() {
        throw new UnsupportedOperationException("failed");
    }

    @Case("a future that has not ended is RUNNING, and has neither result nor exception")
    public static void running() throws Throwable {
        for (Future<?> each : List.of(
                new FutureTask<>(() -> "x"),
                new CompletableFuture<>(),
                ForkJoinTask.adapt(() -> "x"),
                new Own(() -> "x"))) {
            Check.equal(Future.State.RUNNING, each.state());
            hasNoResult(each);
            hasNoException(each);
        }
    }

    @Case("the result of a future that has ended is there at once")
    public static void result() throws Throwable {
        FutureTask<String> task = new FutureTask<>(() -> "x");
        task.run();
        Own own = new Own(() -> "x");
        own.task.run();
        ForkJoinTask<String> forked = ForkJoinTask.adapt(() -> "x");
        forked.invoke();
        for (Future<?> each : List.of(task, CompletableFuture.completedFuture("x"), forked, own)) {
            Check.equal(Future.State.SUCCESS, each.state());
            Check.equal("x", each.resultNow());
            hasNoException(each);
        }
        Check.equal(null, CompletableFuture.completedFuture(null).resultNow());
    }

    @Case("the exception of a future that has failed is there at once, not wrapped")
    public static void exception() throws Throwable {
        FutureTask<String> task = new FutureTask<>(FutureCases::fail);
        task.run();
        Own own = new Own(FutureCases::fail);
        own.task.run();
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new UnsupportedOperationException("failed"));
        for (Future<?> each : List.of(task, failed, failed.thenApply(x -> x), own)) {
            Check.equal(Future.State.FAILED, each.state());
            Check.equal(
                    "java.lang.UnsupportedOperationException: failed",
                    each.exceptionNow().toString());
            hasNoResult(each);
        }
    }

    @Case("a future that was cancelled has neither result nor exception")
    public static void cancelled() throws Throwable {
        for (Future<?> each : List.of(
                new FutureTask<>(() -> "x"),
                new CompletableFuture<>(),
                ForkJoinTask.adapt(() -> "x"),
                new Own(() -> "x"))) {
            Check.equal(true, each.cancel(false));
            Check.equal(Future.State.CANCELLED, each.state());
            hasNoResult(each);
            hasNoException(each);
        }
    }

    @Case("who asks a future at once does not wait, and keeps an interrupt")
    public static void interrupted() throws Throwable {
        Own own = new Own(() -> "x");
        own.task.run();
        Thread.currentThread().interrupt();
        Check.equal(Future.State.SUCCESS, own.state());
        Check.equal("x", own.resultNow());
        Check.equal(true, Thread.interrupted());
    }

    @Case("the states of a future are four")
    public static void states() {
        Check.equal("[RUNNING, SUCCESS, FAILED, CANCELLED]", java.util.Arrays.toString(Future.State.values()));
        Check.equal(true, Future.State.class.isEnum());
        Check.equal(
                "java.util.concurrent.Future",
                Future.State.class.getDeclaringClass().getName());
    }
}

package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Completable futures, and ForkJoin pools seen from a thread outside. */
public final class CompletionCases {
    private CompletionCases() {}

    @Case("a thread waits for a completable future that another thread completes")
    public static void complete() throws Throwable {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Task[] tasks = Task.start(5, () -> {
            Check.equal(9, future.get());
            Check.equal(9, future.join());
            Check.equal(9, future.get(10, TimeUnit.SECONDS));
        });
        Suspend.now();
        future.complete(9);
        Task.finish(tasks);
    }

    @Case("asynchronous stages compose, with suspensions in them")
    public static void stages() throws Throwable {
        CompletableFuture<String> result = CompletableFuture.supplyAsync(() -> Suspend.with(3))
                .thenApplyAsync(value -> Suspend.with(value * 2))
                .thenCombine(CompletableFuture.supplyAsync(() -> Suspend.with("x")), (a, b) -> b + a)
                .thenCompose(text -> CompletableFuture.supplyAsync(() -> Suspend.with(text + "!")));
        Check.equal("x6!", result.get(10, TimeUnit.SECONDS));
    }

    @Case("a failing stage fails those that depend on it")
    public static void failingStage() {
        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> {
            Suspend.now();
            throw new IllegalStateException("meant");
        });
        CompletableFuture<Integer> next = failing.thenApply(value -> value + 1);
        CompletionException wrapped = Check.fails(CompletionException.class, next::join);
        Check.equal("meant", wrapped.getCause().getMessage());
        Check.fails(ExecutionException.class, next::get);
        Check.equal(5, next.exceptionally(failure -> 5).join());
    }

    @Case("a future times out, or completes with a given value, after its time")
    public static void timeouts() {
        long start = System.nanoTime();
        Check.equal(
                4,
                new CompletableFuture<Integer>()
                        .completeOnTimeout(4, 10, TimeUnit.MILLISECONDS)
                        .join());
        Check.passed(10, start);
        Check.fails(CompletionException.class, () -> new CompletableFuture<Integer>()
                .orTimeout(5, TimeUnit.MILLISECONDS)
                .join());
    }

    @Case("allOf waits for all, anyOf for one")
    public static void allOfAndAnyOf() {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(CompletableFuture.supplyAsync(() -> Suspend.with(number)));
        }
        CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0])).join();
        int sum = 0;
        for (CompletableFuture<Integer> each : futures) {
            sum += each.getNow(-1_000);
        }
        Check.equal(45, sum);
        Check.that(
                CompletableFuture.anyOf(futures.toArray(new CompletableFuture<?>[0]))
                                .join()
                        instanceof Integer,
                "one");
    }

    private static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1L;
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 50) {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            Sum left = new Sum(from, (from + to) / 2);
            left.fork();
            return new Sum((from + to) / 2, to).compute() + left.join();
        }
    }

    @Case("a recursive task is computed by the common pool, and by one of its own, for a waiting thread")
    public static void forkJoin() throws Throwable {
        Check.equal(4_999_950_000L, ForkJoinPool.commonPool().invoke(new Sum(0, 100_000)));
        ForkJoinPool pool = new ForkJoinPool(2);
        Check.equal(499_500L, pool.submit(new Sum(0, 1_000)).get());
        pool.shutdown();
        Check.that(pool.awaitTermination(10, TimeUnit.SECONDS), "the pool ends");
        Check.equal(4_950L, new Sum(0, 100).fork().join());
    }

    @Case("a parallel stream gives the same as a sequential one")
    public static void parallelStream() {
        Check.equal(
                333_283_335_000L,
                IntStream.range(0, 10_000)
                        .parallel()
                        .mapToLong(i -> (long) i * i)
                        .sum());
    }

    @Case("managedBlock runs its blocker, in the calling thread")
    public static void managedBlock() throws Throwable {
        AtomicReference<Thread> ranIn = new AtomicReference<>();
        AtomicBoolean done = new AtomicBoolean();
        ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
            @Override
            public boolean block() {
                Suspend.now();
                ranIn.set(Thread.currentThread());
                done.set(true);
                return true;
            }

            @Override
            public boolean isReleasable() {
                return done.get();
            }
        });
        Check.same(Thread.currentThread(), ranIn.get());
    }

    @Case("a thread is no worker of a ForkJoin pool unless it is one")
    public static void noWorker() {
        Check.that(!java.util.concurrent.ForkJoinTask.inForkJoinPool(), "not in a pool");
        Check.that(!(Thread.currentThread() instanceof java.util.concurrent.ForkJoinWorkerThread), "no worker");
        Check.same(null, java.util.concurrent.ForkJoinTask.getPool());
    }

    @Case("a publisher waits for its subscribers when their buffers are full")
    public static void flow() throws Throwable {
        AtomicInteger sum = new AtomicInteger();
        CountDownLatch complete = new CountDownLatch(1);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(ForkJoinPool.commonPool(), 2)) {
            publisher
                    .consume(value -> {
                        Suspend.now();
                        sum.addAndGet(value);
                    })
                    .thenRun(complete::countDown);
            for (int i = 1; i <= 50; i++) {
                publisher.submit(i);
            }
        }
        complete.await();
        Check.equal(1_275, sum.get());
    }
}

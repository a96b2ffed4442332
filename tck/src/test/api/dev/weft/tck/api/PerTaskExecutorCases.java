package dev.weft.tck.api;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Fibers;
import dev.weft.tck.Task;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Executors with a thread for each task, and the closing of executors. */
public final class PerTaskExecutorCases {
    private PerTaskExecutorCases() {}

    @Case("each task of such an executor has a virtual thread of its own")
    public static void threads() throws Throwable {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                executor.execute(() -> threads.add(Thread.currentThread()));
            }
        }
        Check.equal(100, threads.size());
        Check.that(threads.stream().allMatch(Thread::isVirtual), "all are virtual");
    }

    @Case("an executor of a factory takes its threads from there")
    public static void factory() throws Throwable {
        AtomicReference<String> name = new AtomicReference<>();
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().name("made-", 4).factory())) {
            executor.submit(() -> name.set(Thread.currentThread().getName())).get();
        }
        Check.equal("made-4", name.get());
    }

    @Case("such an executor counts its threads for those that ask by reflection")
    public static void threadCount() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Method count = executor.getClass().getDeclaredMethod("threadCount");
            count.setAccessible(true);
            Check.equal(0L, count.invoke(executor));
            for (int i = 0; i < 2; i++) {
                executor.submit(() -> {
                    end.await();
                    return null;
                });
            }
            Check.equal(2L, count.invoke(executor));
            end.countDown();
        }
    }

    @Case("a null factory and a null task are refused")
    public static void nulls() {
        Check.fails(NullPointerException.class, () -> Executors.newThreadPerTaskExecutor(null));
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Check.fails(NullPointerException.class, () -> executor.execute(null));
        Check.fails(NullPointerException.class, () -> executor.submit((Callable<?>) null));
        Check.fails(NullPointerException.class, () -> executor.submit((Runnable) null));
        executor.shutdown();
    }

    @Case("a task for which the factory makes no thread is rejected")
    public static void noThread() throws Throwable {
        ExecutorService executor = Executors.newThreadPerTaskExecutor(task -> null);
        Check.fails(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        executor.shutdown();
        Check.that(executor.isTerminated(), "nothing is left");
    }

    @Case("awaitTermination of an executor that has terminated says so, though the caller is interrupted")
    public static void awaitEnded() throws Throwable {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        executor.shutdown();
        Thread.currentThread().interrupt();
        Check.that(executor.awaitTermination(1, TimeUnit.DAYS), "it has terminated");
        Check.that(Thread.interrupted(), "the flag stays");
        Check.fails(NullPointerException.class, () -> executor.awaitTermination(1, null));
    }

    @Case("submit gives the result or the exception of the task")
    public static void submit() throws Throwable {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Check.equal(42, executor.submit(() -> 42).get());
            Future<?> failed = executor.submit(() -> {
                throw new IllegalStateException("meant");
            });
            ExecutionException e = Check.fails(ExecutionException.class, failed::get);
            Check.equal("meant", e.getCause().getMessage());
        }
    }

    @Case("invokeAll waits for all, invokeAny for one and cancels the rest")
    public static void invoke() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> all = List.of(() -> 1, () -> 2, () -> 3);
            int sum = 0;
            for (Future<Integer> each : executor.invokeAll(all)) {
                sum += each.get();
            }
            Check.equal(6, sum);
            CountDownLatch waits = new CountDownLatch(1);
            Callable<Integer> blocks = () -> {
                waits.countDown();
                try {
                    never.await();
                    return 0;
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                }
            };
            Callable<Integer> ends = () -> {
                waits.await();
                return 7;
            };
            Check.equal(7, executor.invokeAny(List.of(blocks, ends)));
        }
        Check.equal(1, interrupted.get());
    }

    @Case("after shutdown tasks are rejected, and those that run go on")
    public static void shutdown() throws Throwable {
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Future<?> running = executor.submit(() -> {
            end.await();
            return null;
        });
        executor.shutdown();
        Check.that(executor.isShutdown(), "it is shut down");
        Check.that(!executor.isTerminated(), "but not terminated");
        Check.fails(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        Check.that(!executor.awaitTermination(5, TimeUnit.MILLISECONDS), "nor after a while");
        end.countDown();
        Check.that(executor.awaitTermination(10, TimeUnit.SECONDS), "it ends when the task does");
        Check.that(executor.isTerminated(), "now it has terminated");
        running.get();
    }

    @Case("shutdownNow interrupts all tasks and has none to give back")
    public static void shutdownNow() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(20);
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(executor.submit(() -> {
                begun.countDown();
                never.await();
                return null;
            }));
        }
        begun.await();
        Check.equal(List.of(), executor.shutdownNow());
        Check.that(executor.awaitTermination(10, TimeUnit.SECONDS), "it ends");
        for (Future<?> each : all) {
            ExecutionException e = Check.fails(ExecutionException.class, each::get);
            Check.equal(InterruptedException.class, e.getCause().getClass());
        }
    }

    @Case("close waits for all tasks, those that are queued among them")
    public static void close() throws Throwable {
        AtomicInteger done = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 20; i++) {
            executor.execute(() -> {
                Thread.yield();
                done.incrementAndGet();
            });
        }
        executor.close();
        Check.equal(20, done.get());
        Check.that(executor.isTerminated(), "it has terminated");
        executor.close();
    }

    @Case("an interrupt of close stops the tasks, and is kept")
    public static void closeInterrupted() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Future<?> running = executor.submit(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        });
        Task closer = Task.start(() -> {
            executor.close();
            Check.that(Thread.currentThread().isInterrupted(), "the flag is up");
        });
        Await.blocked(closer);
        Check.that(!running.isDone(), "the task still runs");
        closer.interrupt();
        closer.finish();
        Check.equal(1, interrupted.get());
    }

    @Case("close called with the flag up stops the tasks at once")
    public static void closeWithTheFlagUp() throws Throwable {
        CountDownLatch never = new CountDownLatch(1);
        ExecutorService executor = Executors.newCachedThreadPool();
        CountDownLatch begun = new CountDownLatch(1);
        executor.submit(() -> {
            begun.countDown();
            never.await();
            return null;
        });
        begun.await();
        Thread.currentThread().interrupt();
        executor.close();
        Check.that(Thread.interrupted(), "the flag is up");
        Check.that(executor.isTerminated(), "it has terminated");
    }

    @Case("close of a ForkJoinPool waits for its tasks")
    public static void closeOfAForkJoinPool() throws Throwable {
        AtomicInteger done = new AtomicInteger();
        ForkJoinPool pool = new ForkJoinPool(2);
        for (int i = 0; i < 50; i++) {
            pool.execute(done::incrementAndGet);
        }
        pool.close();
        Check.equal(50, done.get());
        Check.that(pool.isTerminated(), "it has terminated");
        pool.close();
    }

    @Case("close of the common pool does nothing")
    public static void closeOfTheCommonPool() throws Throwable {
        ForkJoinPool.commonPool().close();
        Check.that(!ForkJoinPool.commonPool().isShutdown(), "it is not shut down");
        Check.equal(5, ForkJoinPool.commonPool().submit(() -> 5).get());
    }

    @Case("a fiber that closes an executor holds no carrier")
    public static void closeDoesNotPin() throws Throwable {
        long pins = Fibers.pinned();
        CountDownLatch end = new CountDownLatch(1);
        Task[] closers = Task.start(30, () -> {
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                executor.submit(() -> {
                    end.await();
                    return null;
                });
            }
        });
        for (Task each : closers) {
            Await.blocked(each);
        }
        end.countDown();
        Task.finish(closers);
        Check.equal(pins, Fibers.pinned());
    }

    @Case("try with resources closes any ExecutorService")
    public static void tryWithResources() throws Throwable {
        ExecutorService seen;
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            seen = executor;
            executor.execute(() -> {});
        }
        Check.that(seen.isTerminated(), "it has terminated");
        Check.that(AutoCloseable.class.isAssignableFrom(ExecutorService.class), "it is an AutoCloseable");
    }

    @Case("ten thousand tasks at once are done by such an executor")
    public static void many() throws Throwable {
        int n = System.getProperty("weft.threads", "").equals("none") ? 200 : 10_000;
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < n; i++) {
                executor.submit(() -> {
                    Thread.sleep(10);
                    return done.incrementAndGet();
                });
            }
        }
        Check.equal(n, done.get());
    }
}

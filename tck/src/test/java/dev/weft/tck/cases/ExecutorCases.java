package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread pools and timers. */
public final class ExecutorCases {
    private ExecutorCases() {}

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        Check.that(pool.awaitTermination(10, TimeUnit.SECONDS), "the pool ends");
    }

    @Case("a fixed pool runs all tasks, on no more threads than it has")
    public static void fixedPool() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 60; i++) {
            pool.execute(() -> {
                threads.add(Thread.currentThread());
                Suspend.now();
                done.incrementAndGet();
            });
        }
        end(pool);
        Check.equal(60, done.get());
        Check.that(threads.size() <= 3, threads.size() + " threads");
    }

    @Case("the threads of a default pool have its names, group and priority and are no daemons")
    public static void defaultThreads() throws Throwable {
        ExecutorService pool = Executors.newCachedThreadPool();
        Thread worker = pool.submit(Thread::currentThread).get();
        Check.that(worker.getName().matches("pool-\\d+-thread-1"), worker.getName());
        Check.equal(Thread.NORM_PRIORITY, worker.getPriority());
        Check.that(!worker.isDaemon(), "no daemon");
        Check.same(Thread.currentThread().getThreadGroup(), worker.getThreadGroup());
        end(pool);
        worker.join(10_000);
        Check.that(!worker.isAlive(), "ended with its pool");
    }

    @Case("a future gives the value of its task, or its exception")
    public static void futures() throws Throwable {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Check.equal(7, pool.submit(() -> Suspend.with(7)).get());
        Future<Integer> failing = pool.submit((Callable<Integer>) () -> {
            Suspend.now();
            throw new IllegalStateException("meant");
        });
        ExecutionException wrapped = Check.fails(ExecutionException.class, failing::get);
        Check.equal(IllegalStateException.class, wrapped.getCause().getClass());
        CountDownLatch go = new CountDownLatch(1);
        Future<?> slow = pool.submit(() -> {
            go.await();
            return 1;
        });
        Check.fails(TimeoutException.class, () -> slow.get(5, TimeUnit.MILLISECONDS));
        go.countDown();
        Check.equal(1, slow.get());
        end(pool);
    }

    @Case("a pool replaces a thread whose task threw")
    public static void replacedThread() throws Throwable {
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((of, failure) -> {});
            return thread;
        });
        pool.execute(() -> {
            throw new IllegalStateException("meant");
        });
        Check.equal(1, pool.submit(() -> 1).get());
        end(pool);
    }

    @Case("shutdownNow interrupts the running tasks and returns the others")
    public static void shutdownNow() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        pool.execute(() -> {});
        begun.await();
        Check.equal(1, pool.shutdownNow().size());
        interrupted.await();
        Check.that(pool.awaitTermination(10, TimeUnit.SECONDS), "the pool ends");
        Check.fails(RejectedExecutionException.class, () -> pool.execute(() -> {}));
    }

    @Case("a bounded pool lets the caller run what it cannot take")
    public static void callerRuns() throws Throwable {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch go = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        pool.execute(() -> {});
        Thread[] ranIn = new Thread[1];
        pool.execute(() -> ranIn[0] = Thread.currentThread());
        Check.same(Thread.currentThread(), ranIn[0]);
        go.countDown();
        end(pool);
    }

    @Case("invokeAll gives all results in order, invokeAny one")
    public static void invokeAllAndAny() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            tasks.add(() -> Suspend.with(number));
        }
        int expected = 0;
        for (Future<Integer> each : pool.invokeAll(tasks)) {
            Check.equal(expected++, each.get());
        }
        Check.that(pool.invokeAny(tasks) < 20, "one of them");
        end(pool);
    }

    @Case("a completion service gives the results as they come")
    public static void completionService() throws Throwable {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<String> service = new ExecutorCompletionService<>(pool);
        CountDownLatch go = new CountDownLatch(1);
        service.submit(() -> {
            go.await();
            return "late";
        });
        service.submit(() -> "early");
        Check.equal("early", service.take().get());
        go.countDown();
        Check.equal("late", service.take().get());
        end(pool);
    }

    @Case("an idle thread of a pool ends after its keep-alive time")
    public static void keepAlive() throws Throwable {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 5, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(1));
        pool.allowCoreThreadTimeOut(true);
        Thread worker = pool.submit(Thread::currentThread).get();
        worker.join(10_000);
        Check.that(!worker.isAlive(), "ended");
        Check.equal(0, pool.getPoolSize());
        end(pool);
    }

    @Case("a scheduled pool runs tasks after their delays, repeatedly, until they are cancelled")
    public static void scheduledPool() throws Throwable {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        long start = System.nanoTime();
        Check.equal(1, pool.schedule(() -> 1, 15, TimeUnit.MILLISECONDS).get());
        Check.passed(15, start);
        AtomicInteger ticks = new AtomicInteger();
        ScheduledFuture<?> rate = pool.scheduleAtFixedRate(ticks::incrementAndGet, 0, 2, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> delay = pool.scheduleWithFixedDelay(ticks::incrementAndGet, 1, 2, TimeUnit.MILLISECONDS);
        Await.that("it has ticked", () -> ticks.get() > 10);
        rate.cancel(false);
        delay.cancel(true);
        Check.that(rate.isCancelled() && delay.isDone(), "cancelled");
        end(pool);
    }

    @Case("a timer runs tasks once and repeatedly, none too early, on its one thread")
    public static void timer() throws Throwable {
        Timer timer = new Timer("ticking", true);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger ticks = new AtomicInteger();
        long start = System.nanoTime();
        CountDownLatch once = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        Check.passed(14, start);
                        threads.add(Thread.currentThread());
                        once.countDown();
                    }
                },
                15);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        threads.add(Thread.currentThread());
                        Suspend.now();
                        if (ticks.incrementAndGet() == 5) {
                            cancel();
                        }
                    }
                },
                1,
                2);
        once.await();
        Await.that("it has ticked", () -> ticks.get() == 5);
        timer.cancel();
        Check.equal(1, threads.size());
        Check.equal("ticking", threads.iterator().next().getName());
    }
}

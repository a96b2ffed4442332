package dev.weft.tck.cases;

import dev.weft.tck.Await;
import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import dev.weft.tck.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pools, their hooks and factories, timers, futures and publishers in their less usual ways. A list of cases, whole
 * because they have one subject.
 */
public final class PoolCases {
    private PoolCases() {}

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        Check.that(pool.awaitTermination(30, TimeUnit.SECONDS), "the pool ends");
    }

    @Case("invokeAny fails with an exception of a task if all fail, and in time if none ends")
    public static void invokeAny() throws Throwable {
        ExecutorService pool = Executors.newCachedThreadPool();
        Callable<String> failing = () -> {
            Suspend.now();
            throw new IllegalStateException("of the task");
        };
        ExecutionException thrown =
                Check.fails(ExecutionException.class, () -> pool.invokeAny(List.of(failing, failing)));
        Check.equal("of the task", thrown.getCause().getMessage());
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Callable<String> blocked = () -> {
            begun.countDown();
            try {
                never.await();
                return "";
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        };
        Check.fails(TimeoutException.class, () -> pool.invokeAny(List.of(failing, blocked), 20, TimeUnit.MILLISECONDS));
        // who has not begun when it is cancelled is not interrupted
        Callable<String> ends = () -> {
            begun.await();
            return "this";
        };
        Check.equal("this", pool.invokeAny(List.of(blocked, ends)));
        interrupted.await();
        Check.fails(IllegalArgumentException.class, () -> pool.invokeAny(List.<Callable<String>>of()));
        end(pool);
    }

    @Case("a pool calls its hooks in the thread of the task, with what the task threw, and at its end")
    public static void hooks() throws Throwable {
        List<String> calls = Collections.synchronizedList(new ArrayList<>());
        Thread[] workers = new Thread[2];
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void beforeExecute(Thread thread, Runnable task) {
                Suspend.now();
                Check.same(thread, Thread.currentThread());
                workers[0] = thread;
                calls.add("before");
            }

            @Override
            protected void afterExecute(Runnable task, Throwable thrown) {
                Suspend.now();
                workers[1] = Thread.currentThread();
                calls.add("after " + (thrown == null ? "" : thrown.getMessage()));
            }

            @Override
            protected void terminated() {
                Suspend.now();
                calls.add("terminated");
            }
        };
        Thread.UncaughtExceptionHandler quiet = (thread, thrown) -> {};
        pool.setThreadFactory(task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler(quiet);
            return thread;
        });
        pool.execute(() -> calls.add("task"));
        Await.that("the first is done", () -> pool.getCompletedTaskCount() == 1);
        Check.same(workers[0], workers[1]);
        pool.execute(() -> {
            throw new IllegalStateException("thrown");
        });
        end(pool);
        Check.equal(List.of("before", "task", "after ", "before", "after thrown", "terminated"), calls);
    }

    @Case("a thread factory that throws fails the caller, and one that gives nothing leaves the task in the queue")
    public static void failingFactory() throws Throwable {
        AtomicInteger calls = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> switch (calls.getAndIncrement()) {
                    case 0 -> throw new IllegalStateException("no thread");
                    case 1, 2 -> null;
                    default -> new Thread(task);
                });
        AtomicInteger ran = new AtomicInteger();
        Check.fails(IllegalStateException.class, () -> pool.execute(ran::incrementAndGet));
        Check.equal(0, pool.getPoolSize());
        // asks the factory twice, and leaves the task in the queue
        pool.execute(ran::incrementAndGet);
        Check.equal(3, calls.get());
        Check.equal(1, pool.getQueue().size());
        pool.execute(ran::incrementAndGet);
        end(pool);
        Check.equal(2, ran.get());
    }

    @Case("a full pool drops its oldest task, drops the new one, or refuses, as it was told")
    public static void rejection() throws Throwable {
        CountDownLatch go = new CountDownLatch(1);
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        pool.execute(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pool.execute(() -> ran.add("oldest"));
        Check.fails(RejectedExecutionException.class, () -> pool.execute(() -> ran.add("refused")));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        pool.execute(() -> ran.add("dropped"));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardOldestPolicy());
        pool.execute(() -> ran.add("newest"));
        go.countDown();
        end(pool);
        Check.equal(List.of("newest"), ran);
        Check.fails(RejectedExecutionException.class, () -> new ThreadPoolExecutor.AbortPolicy()
                .rejectedExecution(() -> {}, pool));
    }

    @Case("core threads can be started ahead, end when idle if allowed to, and fewer can be wanted")
    public static void coreThreads() throws Throwable {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(4, 4, 1, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        Check.equal(4, pool.prestartAllCoreThreads());
        Check.equal(4, pool.getPoolSize());
        pool.setCorePoolSize(2);
        pool.setMaximumPoolSize(2);
        Await.that("two are left", () -> pool.getPoolSize() == 2);
        pool.allowCoreThreadTimeOut(true);
        Await.that("none is left", () -> pool.getPoolSize() == 0);
        Check.equal("still", pool.submit(() -> "still").get());
        end(pool);
    }

    @Case("a periodic task that throws runs no more, and its future tells why")
    public static void failingPeriod() throws Throwable {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> future = pool.scheduleAtFixedRate(
                () -> {
                    Suspend.now();
                    if (runs.incrementAndGet() == 3) {
                        throw new IllegalStateException("enough");
                    }
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        ExecutionException thrown = Check.fails(ExecutionException.class, future::get);
        Check.equal("enough", thrown.getCause().getMessage());
        Check.that(future.isDone() && !future.isCancelled(), "done");
        Check.equal(
                "other tasks run",
                pool.schedule(() -> "other tasks run", 1, TimeUnit.MILLISECONDS).get());
        end(pool);
        Check.equal(3, runs.get());
    }

    @Case("after shutdown a scheduled pool runs what was delayed, but nothing periodic")
    public static void shutdownPolicies() throws Throwable {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(2);
        pool.setRemoveOnCancelPolicy(true);
        ScheduledFuture<String> delayed = pool.schedule(() -> "ran", 30, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> periodic = pool.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.HOURS);
        ScheduledFuture<?> cancelled = pool.schedule(() -> {}, 1, TimeUnit.HOURS);
        Check.that(cancelled.cancel(false), "cancelled");
        Check.that(!pool.getQueue().contains(cancelled), "and removed");
        pool.shutdown();
        Check.that(periodic.isCancelled(), "the periodic one is cancelled");
        Check.equal("ran", delayed.get());
        end(pool);
    }

    @Case("a timer whose task throws is at its end and takes no more tasks")
    public static void failingTimer() throws Throwable {
        Timer timer = new Timer(true);
        CountDownLatch ran = new CountDownLatch(1);
        Thread[] thread = new Thread[1];
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        thread[0] = Thread.currentThread();
                        thread[0].setUncaughtExceptionHandler((dying, thrown) -> ran.countDown());
                        throw new IllegalStateException();
                    }
                },
                1);
        ran.await();
        thread[0].join();
        Check.fails(
                IllegalStateException.class,
                () -> timer.schedule(
                        new TimerTask() {
                            @Override
                            public void run() {}
                        },
                        1));
    }

    @Case("a timer task that cancels itself, or its timer, runs no more; its thread ends")
    public static void cancelledTimer() throws Throwable {
        Timer timer = new Timer("to be cancelled", true);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        if (runs.incrementAndGet() == 3) {
                            Check.that(cancel(), "it would have run again");
                            done.countDown();
                        }
                    }
                },
                0,
                1);
        done.await();
        Thread[] thread = new Thread[1];
        CountDownLatch last = new CountDownLatch(1);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        thread[0] = Thread.currentThread();
                        timer.cancel();
                        last.countDown();
                    }
                },
                0);
        last.await();
        Check.equal("to be cancelled", thread[0].getName());
        thread[0].join();
        Check.equal(3, runs.get());
    }

    @Case("a future task tells its hook when it is done, and can run more than once where it says so")
    public static void futureTask() throws Throwable {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        class Again extends FutureTask<Integer> {
            Again() {
                super(runs::incrementAndGet);
            }

            @Override
            protected void done() {
                done.incrementAndGet();
            }

            boolean again() {
                return runAndReset();
            }
        }
        Again task = new Again();
        Task.start(() -> Check.that(task.again() && task.again(), "it can run again"))
                .finish();
        Check.equal(0, done.get());
        Check.fails(TimeoutException.class, () -> task.get(1, TimeUnit.MILLISECONDS));
        Task waiter = Task.start(() -> Check.equal(3, task.get()));
        task.run();
        waiter.finish();
        task.run();
        Check.equal(3, runs.get());
        Check.equal(1, done.get());
    }

    @Case("a cancelled completable future fails all who wait, each in its way")
    public static void cancelledFuture() throws Throwable {
        CompletableFuture<String> future = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = future.thenApply(String::length);
        Task get = Task.start(() -> Check.fails(CancellationException.class, future::get));
        Task join = Task.start(() -> Check.fails(CancellationException.class, future::join));
        Task later = Task.start(() -> Check.that(
                Check.fails(CompletionException.class, dependent::join).getCause() instanceof CancellationException,
                "the cause"));
        Await.that("they wait", () -> future.getNumberOfDependents() >= 3);
        Await.blocked(later);
        Check.that(future.cancel(true), "cancelled");
        Task.finish(get, join, later);
        Check.that(future.isCancelled() && dependent.isCompletedExceptionally(), "both are at their end");
    }

    @Case("a pool of one worker runs others while the worker blocks in managedBlock")
    public static void compensation() throws Throwable {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        Future<?> blocked = pool.submit(() -> {
            ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                @Override
                public boolean block() throws InterruptedException {
                    latch.await();
                    return true;
                }

                @Override
                public boolean isReleasable() {
                    return latch.getCount() == 0;
                }
            });
            return null;
        });
        pool.submit(latch::countDown).get(30, TimeUnit.SECONDS);
        blocked.get(30, TimeUnit.SECONDS);
        end(pool);
    }

    @Case("managedBlock passes on an interrupt of its blocker, and asks it again until it is released")
    public static void managedBlock() throws Throwable {
        AtomicInteger blocks = new AtomicInteger();
        ForkJoinPool.ManagedBlocker thrice = new ForkJoinPool.ManagedBlocker() {
            @Override
            public boolean block() throws InterruptedException {
                Thread.sleep(1);
                return blocks.incrementAndGet() == 3;
            }

            @Override
            public boolean isReleasable() {
                return false;
            }
        };
        Task.start(() -> {
                    ForkJoinPool.managedBlock(thrice);
                    Check.equal(3, blocks.get());
                    Thread.currentThread().interrupt();
                    Check.fails(InterruptedException.class, () -> ForkJoinPool.managedBlock(thrice));
                })
                .finish();
    }

    /** Collects what comes. */
    private static final class Collector implements Flow.Subscriber<Integer> {
        private final List<Object> got = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch end = new CountDownLatch(1);
        private final int wanted;
        private volatile Flow.Subscription subscription;

        Collector(int wanted) {
            this.wanted = wanted;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (wanted > 0) {
                given.request(wanted);
            }
        }

        @Override
        public void onNext(Integer item) {
            Suspend.now();
            got.add(item);
        }

        @Override
        public void onError(Throwable thrown) {
            got.add(thrown.getMessage());
            end.countDown();
        }

        @Override
        public void onComplete() {
            got.add("complete");
            end.countDown();
        }
    }

    @Case("each subscriber of a publisher gets all items in order, then the end, or the failure")
    public static void publisher() throws Throwable {
        for (boolean fails : new boolean[] {false, true}) {
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(task -> Task.start(task::run), 16);
            List<Collector> collectors = List.of(new Collector(100), new Collector(100));
            collectors.forEach(publisher::subscribe);
            List<Object> expected = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                publisher.submit(i);
                expected.add(i);
            }
            if (fails) {
                Await.that("all have come", () -> collectors.stream().allMatch(each -> each.got.size() == 40));
                publisher.closeExceptionally(new IllegalStateException("failed"));
            } else {
                publisher.close();
            }
            expected.add(fails ? "failed" : "complete");
            for (Collector each : collectors) {
                each.end.await();
                Check.equal(expected, each.got);
            }
        }
    }

    @Case("an offer to a subscriber who wants nothing is dropped when its buffer is full")
    public static void droppedOffers() throws Throwable {
        SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(task -> Task.start(task::run), 4);
        Collector idle = new Collector(0);
        publisher.subscribe(idle);
        int drops = 0;
        int sent = 0;
        for (; drops < 3; sent++) {
            drops += publisher.offer(sent, (subscriber, item) -> false) < 0 ? 1 : 0;
        }
        Await.that("it is subscribed", () -> idle.subscription != null);
        idle.subscription.request(100);
        publisher.close();
        idle.end.await();
        Check.equal(sent - drops + 1, idle.got.size());
    }
}

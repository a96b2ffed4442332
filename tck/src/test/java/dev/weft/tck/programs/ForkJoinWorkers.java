package dev.weft.tck.programs;

import dev.weft.tck.FiberProbe;
import dev.weft.tck.Fibers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * What the workers of ForkJoin pools are and do; the argument says which.
 *
 * <p>The class stays whole because it is a list: one short method for each question.
 */
public final class ForkJoinWorkers {
    private static final int MANY = 8;

    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();

    private ForkJoinWorkers() {}

    /** The questions are the names below. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "common" -> common();
            case "own" -> own();
            case "locals" -> locals();
            case "blocker" -> blocker();
            case "recursion" -> recursion();
            case "quiescence" -> quiescence();
            case "stages" -> stages();
            case "shutdown" -> shutdown();
            case "failure" -> failure();
            case "uncaught" -> uncaught();
            case "exit" -> exit();
            case "together" -> together();
            case "scheduler" -> scheduler();
            case "alone" -> alone();
            case "crossed" -> crossed();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void say(Thread worker) {
        System.out.println(worker.getName() + " " + worker.isDaemon() + " " + worker.getPriority() + " "
                + worker.getThreadGroup().getName() + " " + worker.getClass().getName() + " "
                + (worker.getContextClassLoader() == ClassLoader.getSystemClassLoader()) + " " + worker.getState());
    }

    /** Not a thread that helps the pool. */
    private static void inWorker(ForkJoinPool pool, Runnable task) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        pool.execute(() -> {
            task.run();
            end.countDown();
        });
        end.await();
    }

    private static void common() throws InterruptedException {
        ForkJoinPool pool = ForkJoinPool.commonPool();
        System.out.println(pool.getParallelism() + " " + ForkJoinPool.getCommonPoolParallelism());
        inWorker(pool, () -> {
            say(Thread.currentThread());
            ForkJoinWorkerThread worker = (ForkJoinWorkerThread) Thread.currentThread();
            System.out.println(worker.getPoolIndex() + " " + (worker.getPool() == pool) + " "
                    + ForkJoinTask.inForkJoinPool() + " " + (ForkJoinTask.getPool() == pool));
            try {
                System.out.println(System.getProperty("user.home") != null);
            } catch (SecurityException e) {
                System.out.println("no permission");
            }
            System.out.println(Thread.currentThread().getStackTrace().length > 3);
        });
    }

    private static final class Worker extends ForkJoinWorkerThread {
        private int tasks;

        Worker(ForkJoinPool pool) {
            super(pool);
            setName("mine");
            setPriority(3);
        }

        @Override
        protected void onStart() {
            LockSupport.parkNanos(1_000);
            System.out.println("starts " + Thread.currentThread());
        }

        @Override
        protected void onTermination(Throwable exception) {
            LockSupport.parkNanos(1_000);
            System.out.println("ends " + tasks + " " + exception);
        }
    }

    private static void own() throws InterruptedException {
        Worker[] made = new Worker[1];
        ForkJoinPool pool = new ForkJoinPool(1, each -> made[0] = new Worker(each), null, true);
        for (int i = 0; i < 3; i++) {
            inWorker(pool, () -> {
                ((Worker) Thread.currentThread()).tasks++;
                LockSupport.parkNanos(1_000);
            });
        }
        while (made[0].getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        say(made[0]);
        pool.shutdown();
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS));
        made[0].join();
        System.out.println(made[0].isAlive() + " " + made[0].getState());
    }

    private static void locals() throws InterruptedException {
        ForkJoinPool own = new ForkJoinPool(1);
        for (ForkJoinPool pool : new ForkJoinPool[] {ForkJoinPool.commonPool(), own}) {
            for (int i = 0; i < 3; i++) {
                String value = "value " + i;
                inWorker(pool, () -> {
                    String before = LOCAL.get();
                    LOCAL.set(value);
                    LockSupport.parkNanos(1_000);
                    System.out.println(before + " " + LOCAL.get());
                });
                while (!pool.isQuiescent()) {
                    // until then the worker takes the next task for one of the same, and erases nothing
                    Thread.yield();
                }
            }
        }
    }

    private static final class Until implements ForkJoinPool.ManagedBlocker {
        private final CountDownLatch latch;

        Until(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    /** The second task runs only if the pool has made up for the first one. */
    private static void blocker() {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch open = new CountDownLatch(1);
        ForkJoinTask<?> first = pool.submit(() -> {
            try {
                ForkJoinPool.managedBlock(new Until(open));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.println("first");
        });
        ForkJoinTask<?> second = pool.submit(() -> System.out.println("second"));
        second.join();
        open.countDown();
        first.join();
        System.out.println(pool.getParallelism() + " " + (pool.getPoolSize() >= 1));
    }

    private static final class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 4) {
                LockSupport.parkNanos(1_000);
                return IntStream.range(from, to).asLongStream().sum();
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    private static void recursion() {
        System.out.println(new ForkJoinPool(3).invoke(new Sum(0, 3_000)) + " "
                + ForkJoinPool.commonPool().invoke(new Sum(0, 3_000)));
    }

    /** Threads, one after another, run what they have forked, where the common pool has no workers. */
    private static void alone() throws InterruptedException {
        System.out.println(ForkJoinPool.commonPool().getPoolSize() + " " + forkedInTurn());
    }

    /** The same where all workers wait for these threads. */
    private static void crossed() throws InterruptedException {
        int workers = ForkJoinPool.getCommonPoolParallelism();
        CountDownLatch areWaiting = new CountDownLatch(workers);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < workers; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                areWaiting.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            });
        }
        areWaiting.await();
        System.out.println(forkedInTurn());
        end.countDown();
    }

    /** One at a time: of several at once, the JDK lets one that does not get a queue's lock wait for a worker. */
    private static int forkedInTurn() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            Thread thread = new Thread(() -> done.addAndGet(parkingTask()));
            thread.setDaemon(true);
            thread.start();
            thread.join(10_000);
            if (thread.isAlive()) {
                break;
            }
        }
        return done.get();
    }

    private static int parkingTask() {
        Sum forked = new Sum(0, 3);
        forked.fork();
        LockSupport.parkNanos(1_000_000);
        return forked.join().intValue();
    }

    private static void quiescence() {
        ForkJoinPool pool = new ForkJoinPool(3);
        for (ForkJoinPool each : new ForkJoinPool[] {pool, ForkJoinPool.commonPool()}) {
            AtomicInteger done = new AtomicInteger();
            for (int i = 0; i < 100; i++) {
                each.execute(() -> {
                    LockSupport.parkNanos(1_000);
                    each.execute(done::incrementAndGet);
                });
            }
            System.out.println(each.awaitQuiescence(60, TimeUnit.SECONDS) + " " + done + " " + each.isQuiescent() + " "
                    + each.getQueuedTaskCount());
        }
    }

    private static void stages() {
        Set<String> kinds = new ConcurrentSkipListSet<>();
        CompletableFuture<Integer> all = CompletableFuture.completedFuture(0);
        for (int i = 0; i < 50; i++) {
            all = all.thenApplyAsync(value -> {
                LockSupport.parkNanos(1_000);
                kinds.add(Thread.currentThread().getClass().getName());
                return value + 1;
            });
        }
        System.out.println(all.join() + " " + kinds);
        Set<Integer> squares = new TreeSet<>();
        IntStream.range(0, 40)
                .parallel()
                .map(i -> {
                    LockSupport.parkNanos(1_000);
                    return i * i;
                })
                .forEachOrdered(squares::add);
        System.out.println(squares);
    }

    private static void shutdown() throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch isWaiting = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                try {
                    isWaiting.countDown();
                    never.await();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            });
        }
        isWaiting.await();
        pool.shutdownNow();
        System.out.println(pool.awaitTermination(60, TimeUnit.SECONDS) + " " + pool.isTerminated());
    }

    private static void failure() {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<?> task = pool.submit((Runnable) () -> {
            LockSupport.parkNanos(1_000);
            throw new IllegalStateException("meant");
        });
        try {
            task.join();
        } catch (RuntimeException e) {
            for (Throwable each = e; each != null; each = each.getCause()) {
                System.out.println(each + " " + each.getStackTrace()[each.getStackTrace().length - 1]);
            }
        }
    }

    private static void uncaught() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        ForkJoinPool pool = new ForkJoinPool(
                1,
                ForkJoinPool.defaultForkJoinWorkerThreadFactory,
                (thread, exception) -> {
                    System.out.println(thread.getName() + " " + exception);
                    told.countDown();
                },
                true);
        pool.execute(() -> {
            throw new IllegalStateException("meant");
        });
        told.await();
    }

    /** What workers do does not keep the VM. */
    private static void exit() throws InterruptedException {
        CountDownLatch isWaiting = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        for (ForkJoinPool pool : new ForkJoinPool[] {ForkJoinPool.commonPool(), new ForkJoinPool(2)}) {
            pool.execute(() -> {
                try {
                    isWaiting.countDown();
                    never.await();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            });
        }
        isWaiting.await();
        System.out.println("main ends");
    }

    /** All workers wait for each other; says what they are, and how often a carrier was blocked. */
    private static void together() throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(MANY);
        CountDownLatch all = new CountDownLatch(MANY);
        CountDownLatch end = new CountDownLatch(MANY);
        AtomicInteger fibers = new AtomicInteger();
        for (int i = 0; i < MANY; i++) {
            pool.execute(() -> {
                fibers.addAndGet(Fibers.isFiber() ? 1 : 0);
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                end.countDown();
            });
        }
        // a task that comes while all workers look for one may wait for the next (on the plain JDK 17 as well)
        while (!end.await(10, TimeUnit.MILLISECONDS)) {
            new Thread(() -> pool.execute(() -> {})).start();
        }
        System.out.println(fibers + " fibers, " + Fibers.pinned() + " pins");
    }

    /** Threads run on a pool; its workers, of which each has started others, are none of them. */
    private static void scheduler() throws InterruptedException {
        AtomicInteger sleeps = new AtomicInteger();
        List<Thread> workers = List.of();
        while (workers.size() < 4) {
            Thread[] threads = new Thread[200];
            sleeps.set(0);
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(() -> {
                    for (int n = 0; n < 20; n++) {
                        LockSupport.parkNanos(1_000);
                        sleeps.incrementAndGet();
                    }
                });
                threads[i].start();
            }
            for (Thread each : threads) {
                each.join();
            }
            workers = Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each instanceof ForkJoinWorkerThread)
                    .toList();
        }
        long fibers = workers.stream()
                .filter(each -> !FiberProbe.state(each).equals("no fiber"))
                .count();
        System.out.println(sleeps + " sleeps, fibers of " + workers.size() + " workers: " + fibers);
    }
}

package dev.weft.tck.schedulers;

import dev.weft.EventLoop;
import dev.weft.FiberScheduler;
import dev.weft.PinnedScheduler;
import dev.weft.Weft;
import dev.weft.tck.Await;
import dev.weft.tck.Below;
import dev.weft.tck.Body;
import dev.weft.tck.Check;
import dev.weft.tck.Task;
import java.io.BufferedReader;
import java.io.FileReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * What {@link FiberScheduler} promises, of good schedulers and bad ones: each method prints its name if it is so.
 *
 * <p>The class stays whole because one JVM runs all of it, in each configuration.
 */
public final class Schedulers {
    /** A processor local, by {@code weft.processorLocal}. */
    static final ThreadLocal<Object> CACHE = ThreadLocal.withInitial(Object::new);

    private Schedulers() {}

    /** One platform thread that takes tasks, and tells whether it is in the middle of one. */
    private static final class Loop implements FiberScheduler {
        final ExecutorService thread = Executors.newSingleThreadExecutor(Schedulers::platform);
        volatile boolean isInside;
        final AtomicInteger count = new AtomicInteger();

        @Override
        public void onStart(Task task) {
            onContinue(task);
        }

        @Override
        public void onContinue(Task task) {
            thread.execute(() -> {
                isInside = true;
                count.incrementAndGet();
                task.run();
                isInside = false;
            });
        }
    }

    /** Keeps what it is told. */
    private static final class Keeping implements FiberScheduler {
        final Queue<Task> tasks = new ConcurrentLinkedQueue<>();

        @Override
        public void onStart(Task task) {
            tasks.add(task);
        }

        @Override
        public void onContinue(Task task) {
            tasks.add(task);
        }

        Task take() {
            AtomicReference<Task> taken = new AtomicReference<>();
            Await.that("there is a task", () -> {
                taken.set(tasks.poll());
                return taken.get() != null;
            });
            return taken.get();
        }
    }

    private static Thread platform(Runnable task) {
        Thread thread = new Thread(task, "platform");
        Weft.lightweight(thread, false);
        thread.setDaemon(true);
        return thread;
    }

    private static Task on(FiberScheduler scheduler, Body body) {
        Task task = Task.of(body);
        Weft.scheduler(task, scheduler);
        return task;
    }

    /** Fibers sleep, contend, yield and wait for each other, and never run outside of the scheduler's thread. */
    static void allRunsAreTheSchedulers() throws Throwable {
        Loop loop = new Loop();
        List<Task> tasks = new ArrayList<>();
        AtomicInteger outside = new AtomicInteger();
        Object monitor = new Object();
        CountDownLatch ended = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            Task task = on(loop, () -> {
                for (int j = 0; j < 10; j++) {
                    outside.addAndGet(loop.isInside ? 0 : 1);
                    Thread.sleep(1);
                    synchronized (monitor) {
                        Thread.yield();
                        monitor.wait(0, 1);
                    }
                    outside.addAndGet(loop.isInside ? 0 : 1);
                }
                ended.countDown();
                ended.await();
            });
            tasks.add(task);
            task.start();
        }
        for (Task each : tasks) {
            each.finish();
        }
        Check.equal(0, outside.get());
        Check.that(loop.count.get() >= 100 * 10, "told " + loop.count);
        Check.same(loop, Weft.scheduler(tasks.get(0)));
        loop.thread.shutdown();
    }

    /** A fiber goes to and fro between workers and the one thread of a user interface. */
    static void aFiberChangesItsScheduler() throws Throwable {
        Loop interfaceThread = new Loop();
        FiberScheduler workers = FiberScheduler.workStealing();
        Task task = Task.start(() -> {
            for (int i = 0; i < 500; i++) {
                Weft.continueOn(interfaceThread);
                Check.that(interfaceThread.isInside, "on the thread");
                Check.same(interfaceThread, Weft.scheduler(Thread.currentThread()));
                Weft.continueOn(workers);
                Check.same(workers, Weft.scheduler(Thread.currentThread()));
            }
        });
        task.finish();
        Check.that(interfaceThread.count.get() >= 500, "told " + interfaceThread.count);
        interfaceThread.thread.shutdown();
    }

    static void unparkChangesTheScheduler() throws Throwable {
        Loop loop = new Loop();
        AtomicBoolean go = new AtomicBoolean();
        Task task = Task.start(() -> {
            while (!go.get()) {
                LockSupport.park(go);
            }
            Check.that(loop.isInside, "on the thread");
            Weft.continueOn(FiberScheduler.workStealing());
        });
        Await.that("it is parked", () -> LockSupport.getBlocker(task) == go && task.getState() == Thread.State.WAITING);
        go.set(true);
        boolean hasChanged = Weft.unpark(task, loop);
        task.finish();
        Check.that(hasChanged, "it has changed");
        Check.that(!Weft.unpark(task, loop), "an ended thread does not");
        loop.thread.shutdown();
    }

    static void aStartThatIsRefused() throws Throwable {
        AtomicBoolean refuses = new AtomicBoolean(true);
        Loop loop = new Loop();
        FiberScheduler scheduler = FiberScheduler.of(task -> {
            if (refuses.get()) {
                throw new RejectedExecutionException("full");
            }
            loop.thread.execute(task);
        });
        long live = Weft.liveFibers();
        Task task = on(scheduler, () -> {});
        Check.fails(RejectedExecutionException.class, task::start);
        Check.equal(Thread.State.NEW, task.getState());
        Check.that(!task.isAlive(), "not alive");
        Check.equal(live, Weft.liveFibers());
        Check.same(scheduler, Weft.scheduler(task));
        refuses.set(false);
        task.start();
        task.finish();
        loop.thread.shutdown();
    }

    static void aContinuationThatIsRefused() throws Throwable {
        ExecutorService pool = Executors.newSingleThreadExecutor(Schedulers::platform);
        AtomicBoolean go = new AtomicBoolean();
        Task task = on(FiberScheduler.of(pool), () -> {
            while (!go.get()) {
                LockSupport.park(go);
            }
            Check.same(FiberScheduler.workStealing(), Weft.scheduler(Thread.currentThread()));
        });
        task.start();
        Await.that("it is parked", () -> LockSupport.getBlocker(task) == go && task.getState() == Thread.State.WAITING);
        pool.shutdown();
        go.set(true);
        LockSupport.unpark(task);
        task.finish();
    }

    /** A pool that was shut down, an event loop that is closed before or afterwards: nobody goes on where he is not. */
    static void aMoveThatIsRefused() throws Throwable {
        ExecutorService pool = Executors.newSingleThreadExecutor(Schedulers::platform);
        pool.shutdown();
        EventLoop closed = new EventLoop();
        closed.close();
        EventLoop closing = new EventLoop();
        Task task = Task.start(() -> {
            for (FiberScheduler each : List.of(FiberScheduler.of(pool), closed, closing)) {
                RejectedExecutionException refused =
                        Check.fails(RejectedExecutionException.class, () -> Weft.continueOn(each));
                Check.same(RejectedExecutionException.class, refused.getCause().getClass());
                Check.same(FiberScheduler.workStealing(), Weft.scheduler(Thread.currentThread()));
            }
            Loop taking = new Loop();
            Weft.continueOn(new FiberScheduler() {
                @Override
                public void onStart(Task task) {
                    throw new AssertionError("it has started");
                }

                @Override
                public void onContinue(Task task) {
                    FiberScheduler.workStealing().onContinue(task);
                }
            });
            Check.same(FiberScheduler.workStealing(), Weft.scheduler(Thread.currentThread()));
            Weft.continueOn(taking);
            Check.that(taking.isInside, "on its thread");
        });
        Await.that("it is told of the thread", () -> Weft.scheduler(task) == closing);
        closing.close();
        task.finish();
    }

    static void aTaskThatIsRunTooOften() throws Throwable {
        Keeping keeping = new Keeping();
        Task task = on(keeping, LockSupport::park);
        task.start();
        FiberScheduler.Task kept = keeping.take();
        Check.same(task, kept.thread());
        Check.same(null, kept.attach("first"));
        Check.equal("first", kept.attach("second"));
        Check.equal("second", kept.attachment());
        runUntilItParks(kept, keeping);
        String message = "the task of " + task + " was run already, and its thread has not been woken since";
        Check.equal(message, Check.fails(IllegalStateException.class, kept::run).getMessage());
        LockSupport.unpark(task);
        Check.same(kept, keeping.take());
        runUntilItParks(kept, keeping);
        task.finish();
        Check.fails(IllegalStateException.class, kept::run);
    }

    /** To the default scheduler, at the start or later; it is told once. */
    static void aTaskIsHandedOn() throws Throwable {
        FiberScheduler usual = FiberScheduler.workStealing();
        for (boolean isNew : new boolean[] {true, false}) {
            Keeping keeping = new Keeping();
            Task task = on(keeping, () -> {
                LockSupport.park();
                Check.same(usual, Weft.scheduler(Thread.currentThread()));
            });
            task.start();
            FiberScheduler.Task kept = keeping.take();
            if (isNew) {
                usual.onStart(kept);
            } else {
                runUntilItParks(kept, keeping);
                LockSupport.unpark(task);
                usual.onContinue(keeping.take());
            }
            if (!isNew) {
                // what a thread is called changes when it ends
                task.finish();
            }
            String message = "the task of " + task + " does not wait to be run";
            Check.equal(
                    message,
                    Check.fails(IllegalStateException.class, () -> usual.onContinue(kept))
                            .getMessage());
            LockSupport.unpark(task);
            task.finish();
            Check.same(null, keeping.tasks.poll());
        }
    }

    /** It may be made to yield before. */
    private static void runUntilItParks(FiberScheduler.Task task, Keeping keeping) {
        do {
            task.run();
        } while (keeping.tasks.poll() != null);
    }

    /** By the main thread, by a fiber, and by several that want to at once. */
    static void whoeverWantsToRunsTasks() throws Throwable {
        Keeping keeping = new Keeping();
        List<Task> all = new ArrayList<>();
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            Task task = on(keeping, () -> {
                for (int j = 0; j < 20; j++) {
                    sum.incrementAndGet();
                    Thread.yield();
                }
            });
            all.add(task);
            task.start();
        }
        AtomicInteger doubles = new AtomicInteger();
        Body runner = () -> {
            while (sum.get() < 50 * 20) {
                FiberScheduler.Task each = keeping.tasks.poll();
                if (each != null) {
                    Thread before = Thread.currentThread();
                    runOnce(each, doubles);
                    Check.same(before, Thread.currentThread());
                } else {
                    Thread.yield();
                }
            }
        };
        Task fiber = Task.start(runner);
        Thread platform = platform(() -> {
            while (sum.get() < 50 * 20) {
                FiberScheduler.Task each = keeping.tasks.poll();
                if (each != null) {
                    each.run();
                }
            }
        });
        platform.start();
        runner.run();
        fiber.finish();
        platform.join();
        while (all.stream().anyMatch(Thread::isAlive)) {
            FiberScheduler.Task each = keeping.tasks.poll();
            if (each != null) {
                each.run();
            }
        }
        for (Task each : all) {
            each.finish();
        }
        Check.equal(50 * 20, sum.get());
    }

    private static void runOnce(FiberScheduler.Task task, AtomicInteger doubles) {
        try {
            task.run();
        } catch (IllegalStateException e) {
            doubles.incrementAndGet();
        }
    }

    /** A fiber that runs a task may be in the middle of using what its carrier has. */
    static void aCacheInUseIsNotShared() throws Throwable {
        Keeping keeping = new Keeping();
        AtomicReference<Object> inner = new AtomicReference<>();
        Task guest = on(keeping, () -> inner.set(CACHE.get()));
        guest.start();
        FiberScheduler.Task kept = keeping.take();
        Task host = Task.start(() -> {
            Object own = CACHE.get();
            runUntilItParks(kept, keeping);
            Check.that(own != inner.get() && inner.get() != null, "the guest has another one");
        });
        host.finish();
        guest.finish();
    }

    /** Who wakes a thread may hold monitors, into which the VM would let the thread. */
    static void aSchedulerThatRunsWhereItIsTold() throws Throwable {
        Task refused = on(FiberScheduler.of(Runnable::run), () -> {});
        String message = "a scheduler has to queue " + refused
                + ", not to run it where it is told of it: its caller may hold monitors";
        Check.equal(
                message,
                Check.fails(IllegalStateException.class, refused::start).getMessage());
        Check.equal(Thread.State.NEW, refused.getState());

        Loop loop = new Loop();
        FiberScheduler inline = new FiberScheduler() {
            @Override
            public void onStart(Task task) {
                loop.onStart(task);
            }

            @Override
            public void onContinue(Task task) {
                task.run();
            }
        };
        Object monitor = new Object();
        AtomicBoolean isHeld = new AtomicBoolean();
        AtomicBoolean go = new AtomicBoolean();
        Task task = on(inline, () -> {
            while (!go.get()) {
                LockSupport.park(go);
            }
            synchronized (monitor) {
                Check.that(!isHeld.get(), "nobody else is in the monitor");
            }
        });
        task.start();
        Await.that("it is parked", () -> LockSupport.getBlocker(task) == go && task.getState() == Thread.State.WAITING);
        synchronized (monitor) {
            isHeld.set(true);
            go.set(true);
            LockSupport.unpark(task);
            isHeld.set(false);
        }
        task.finish();
        Check.same(FiberScheduler.workStealing(), Weft.scheduler(task));
        loop.thread.shutdown();
    }

    static void aSchedulerThatBlocks() throws Throwable {
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService pool = Executors.newCachedThreadPool(Schedulers::platform);
        AtomicInteger told = new AtomicInteger();
        AtomicInteger hasRun = new AtomicInteger();
        FiberScheduler slow = new FiberScheduler() {
            @Override
            public void onStart(Task task) {
                execute(task);
            }

            private void execute(Task task) {
                told.incrementAndGet();
                pool.execute(() -> {
                    task.run();
                    hasRun.incrementAndGet();
                });
            }

            @Override
            public void onContinue(Task task) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                execute(task);
            }
        };
        Task slept = on(slow, () -> Thread.sleep(1));
        slept.start();
        // fibers of the default scheduler go on, whoever is blocked in the bad one
        Task other = Task.start(() -> {
            Thread.sleep(1);
            release.countDown();
        });
        other.finish();
        slept.finish();
        // in chaos mode a thread that nobody waits for any more may have been made to leave once more
        Await.that("the scheduler has done with it", () -> told.get() == hasRun.get());
        pool.shutdown();
    }

    static void threadsOfASchedulerArePlatformThreads() throws Throwable {
        AtomicReference<Thread> made = new AtomicReference<>();
        ExecutorService pool = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            made.set(thread);
            return thread;
        });
        Task task = on(FiberScheduler.of(pool), () -> {});
        task.start();
        task.finish();
        Check.that(!Weft.isFiber(made.get()), "the pool's thread is none");
        Check.that(Weft.isFiber(task), "the task's is one");
        pool.shutdown();
    }

    /** Holds a frame that cannot be left. */
    private static final class Initializer {
        static final String MESSAGE = continueInInitializer();

        private static String continueInInitializer() {
            try {
                Weft.continueOn(FiberScheduler.of(Runnable::run));
                return "went";
            } catch (IllegalStateException e) {
                return e.getMessage();
            }
        }
    }

    static void whoMayNotLeaveStays() throws Throwable {
        Task task = Task.start(() -> {
            Check.that(Initializer.MESSAGE.contains("cannot be left"), Initializer.MESSAGE);
            Check.same(FiberScheduler.workStealing(), Weft.scheduler(Thread.currentThread()));
        });
        task.finish();
        Check.fails(IllegalStateException.class, () -> Weft.continueOn(FiberScheduler.workStealing()));
    }

    static void badArguments() throws Throwable {
        Check.fails(NullPointerException.class, () -> FiberScheduler.of(null));
        Check.fails(NullPointerException.class, () -> Weft.scheduler(new Thread(), null));
        Check.fails(NullPointerException.class, () -> Weft.scheduler(null, FiberScheduler.workStealing()));
        Check.fails(NullPointerException.class, () -> Weft.continueOn(null));
        Check.fails(NullPointerException.class, () -> Weft.unpark(new Thread(), null));
        for (Body each : List.<Body>of(
                () -> Weft.isFiber(null),
                () -> Weft.scheduler(null),
                () -> Weft.lightweight(null, true),
                () -> Weft.unpark(null, FiberScheduler.workStealing()))) {
            // and no name that Weft has added
            Check.equal("thread", Check.fails(NullPointerException.class, each).getMessage());
        }
        Check.fails(IllegalArgumentException.class, () -> new PinnedScheduler(0));
        Check.fails(IllegalArgumentException.class, () -> new PinnedScheduler(1 << 20));
        Task task = Task.start(() -> {});
        Check.fails(IllegalThreadStateException.class, () -> Weft.scheduler(task, FiberScheduler.workStealing()));
        task.finish();
        Check.same(null, Weft.scheduler(new Thread()));
    }

    static void anEventLoop() throws Throwable {
        EventLoop loop = new EventLoop();
        // in chaos mode fibers are suspended in the middle of what needs no lock else
        Queue<Integer> order = new ConcurrentLinkedQueue<>();
        AtomicInteger ended = new AtomicInteger();
        Task[] tasks = new Task[10];
        for (int i = 0; i < tasks.length; i++) {
            int number = i;
            tasks[i] = on(loop, () -> {
                order.add(number);
                Thread.sleep(1);
                order.add(number);
                if (ended.incrementAndGet() == tasks.length) {
                    Check.fails(IllegalStateException.class, loop::run);
                    loop.close();
                    loop.close();
                }
            });
            tasks[i].start();
        }
        loop.execute(() -> order.add(-1));
        loop.run();
        for (Task each : tasks) {
            each.finish();
        }
        List<Integer> begun =
                order.stream().distinct().filter(each -> each >= 0).toList();
        Check.equal("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", begun.toString());
        Check.equal(2 * tasks.length + 1, order.size());
        Check.fails(RejectedExecutionException.class, () -> loop.execute(() -> {}));
        Check.fails(RejectedExecutionException.class, () -> on(loop, () -> {}).start());
    }

    /** Those that it has then are not lost. */
    static void anEventLoopThatIsClosed() throws Throwable {
        EventLoop loop = new EventLoop();
        AtomicBoolean go = new AtomicBoolean();
        Task parked = on(loop, () -> {
            while (!go.get()) {
                LockSupport.park();
            }
        });
        Task ready = on(loop, () -> {});
        parked.start();
        Check.that(loop.runReady(), "it was ready");
        ready.start();
        loop.close();
        ready.finish();
        go.set(true);
        LockSupport.unpark(parked);
        parked.finish();
        Check.same(FiberScheduler.workStealing(), Weft.scheduler(parked));
    }

    /** Each thread that it is told of starts one more of its own; where the stack ends nothing is half done. */
    static void aSchedulerThatCallsItself() throws Throwable {
        FiberScheduler recursive = new FiberScheduler() {
            @Override
            public void onStart(Task task) {
                on(this, () -> {}).start();
            }

            @Override
            public void onContinue(Task task) {
                throw new IllegalStateException("nothing has started");
            }
        };
        long live = Weft.liveFibers();
        for (int depth = 0; depth < 100; depth++) {
            Task task = on(recursive, () -> {});
            int below = depth;
            Check.fails(StackOverflowError.class, () -> Below.frames(below, task::start));
            Check.equal(Thread.State.NEW, task.getState());
            Check.equal(live, Weft.liveFibers());
        }
    }

    /** The number of the kernel's thread that carries the caller, and the processors on which that may run. */
    private static String carrier() throws Throwable {
        String[] told = new String[1];
        // so that no other thread reads in the caller's place
        Below.pinned(() -> {
            try (BufferedReader in = new BufferedReader(new FileReader("/proc/thread-self/status"))) {
                told[0] = in.lines()
                        .filter(each -> each.startsWith("Pid:") || each.startsWith("Cpus_allowed_list:"))
                        .collect(Collectors.joining(" "));
            }
        });
        return told[0];
    }

    static void pinnedFibersStayOnTheirCarriers() throws Throwable {
        PinnedScheduler scheduler = new PinnedScheduler(3);
        Check.that(!scheduler.isBound(), "not bound");
        Set<String> carriers = ConcurrentHashMap.newKeySet();
        Task[] tasks = new Task[12];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = on(scheduler, () -> {
                String first = carrier();
                carriers.add(first);
                for (int j = 0; j < 10; j++) {
                    Thread.sleep(1);
                    Thread.yield();
                    Check.equal(first, carrier());
                    Weft.continueOn(scheduler);
                    Check.equal(first, carrier());
                }
            });
            tasks[i].start();
        }
        Task.finish(tasks);
        Check.equal(3, carriers.size());
        Task wrapped = on(new Attaching(scheduler), () -> {
            String first = carrier();
            Thread.yield();
            Check.equal(first, carrier());
            Check.that(Weft.scheduler(Thread.currentThread()) instanceof Attaching, "it was not given up");
        });
        wrapped.start();
        wrapped.finish();
    }

    /** Leaves the work to another one, and has the attachment for itself. */
    private record Attaching(FiberScheduler other) implements FiberScheduler {
        @Override
        public void onStart(Task task) {
            other.onStart(task);
            task.attach("mine");
        }

        @Override
        public void onContinue(Task task) {
            other.onContinue(task);
        }
    }

    /** Also for one that goes, or is woken, under the scheduler that it has already. */
    static void aFiberKeepsItsTask() throws Throwable {
        Keeping keeping = new Keeping();
        AtomicBoolean hasGone = new AtomicBoolean();
        Task thread = on(keeping, () -> {
            Weft.continueOn(keeping);
            hasGone.set(true);
            LockSupport.park();
        });
        thread.start();
        FiberScheduler.Task task = keeping.take();
        task.run();
        while (!hasGone.get()) {
            Check.same(task, keeping.take());
            task.run();
        }
        while (keeping.tasks.poll() != null) {
            task.run();
        }
        Check.that(Weft.unpark(thread, keeping), "it was parked");
        Check.same(task, keeping.take());
        runUntilItParks(task, keeping);
        thread.finish();
    }

    /** Another scheduler hands it over twice: the second run is refused, and the carrier's other fibers go on. */
    static void aTaskThatIsRunTwiceEndsNoCarrier() throws Throwable {
        PinnedScheduler scheduler = new PinnedScheduler(1);
        FiberScheduler twice = new FiberScheduler() {
            @Override
            public void onStart(Task task) {
                scheduler.onStart(task);
                scheduler.onContinue(task);
            }

            @Override
            public void onContinue(Task task) {
                scheduler.onContinue(task);
            }
        };
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, t) -> thrown.add(t));
        try {
            Task first = on(twice, () -> {});
            first.start();
            first.finish();
            Task later = on(scheduler, () -> {});
            later.start();
            later.finish();
            Check.equal(1, thrown.size());
            Check.equal(IllegalStateException.class, thrown.peek().getClass());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    /** Whether that can be had, the system decides; {@code isBound} tells. */
    static void boundCarriersHaveOneProcessor() throws Throwable {
        PinnedScheduler scheduler = PinnedScheduler.bound(2);
        Task task =
                on(scheduler, () -> Check.equal(scheduler.isBound(), carrier().matches(".*:\\s*\\d+")));
        task.start();
        task.finish();
    }

    /** See the class. */
    public static void main(String[] args) {
        Check.report("allRunsAreTheSchedulers", Schedulers::allRunsAreTheSchedulers);
        Check.report("aFiberChangesItsScheduler", Schedulers::aFiberChangesItsScheduler);
        Check.report("unparkChangesTheScheduler", Schedulers::unparkChangesTheScheduler);
        Check.report("aStartThatIsRefused", Schedulers::aStartThatIsRefused);
        Check.report("aContinuationThatIsRefused", Schedulers::aContinuationThatIsRefused);
        Check.report("aMoveThatIsRefused", Schedulers::aMoveThatIsRefused);
        Check.report("aTaskThatIsRunTooOften", Schedulers::aTaskThatIsRunTooOften);
        Check.report("aTaskIsHandedOn", Schedulers::aTaskIsHandedOn);
        Check.report("whoeverWantsToRunsTasks", Schedulers::whoeverWantsToRunsTasks);
        Check.report("aCacheInUseIsNotShared", Schedulers::aCacheInUseIsNotShared);
        Check.report("aSchedulerThatRunsWhereItIsTold", Schedulers::aSchedulerThatRunsWhereItIsTold);
        Check.report("aSchedulerThatCallsItself", Schedulers::aSchedulerThatCallsItself);
        Check.report("aSchedulerThatBlocks", Schedulers::aSchedulerThatBlocks);
        Check.report("threadsOfASchedulerArePlatformThreads", Schedulers::threadsOfASchedulerArePlatformThreads);
        Check.report("whoMayNotLeaveStays", Schedulers::whoMayNotLeaveStays);
        Check.report("badArguments", Schedulers::badArguments);
        Check.report("anEventLoop", Schedulers::anEventLoop);
        Check.report("anEventLoopThatIsClosed", Schedulers::anEventLoopThatIsClosed);
        Check.report("pinnedFibersStayOnTheirCarriers", Schedulers::pinnedFibersStayOnTheirCarriers);
        Check.report("aTaskThatIsRunTwiceEndsNoCarrier", Schedulers::aTaskThatIsRunTwiceEndsNoCarrier);
        Check.report("aFiberKeepsItsTask", Schedulers::aFiberKeepsItsTask);
        Check.report("boundCarriersHaveOneProcessor", Schedulers::boundCarriersHaveOneProcessor);
        System.out.println("live: " + Weft.liveFibers());
    }
}

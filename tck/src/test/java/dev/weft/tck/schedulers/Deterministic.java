package dev.weft.tck.schedulers;

import dev.weft.DeadlockException;
import dev.weft.DeterministicScheduler;
import dev.weft.FiberScheduler;
import dev.weft.Weft;
import dev.weft.tck.Await;
import dev.weft.tck.Below;
import dev.weft.tck.Body;
import dev.weft.tck.Check;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * What {@link DeterministicScheduler} promises: each method prints its name if it is so.
 *
 * <p>The class stays whole because one JVM runs all of it, in each configuration.
 */
public final class Deterministic {
    private static final int SEEDS = 1_000;

    /** What a thread of a run has thrown. */
    private static volatile Throwable failure;

    private Deterministic() {}

    /** Starts a thread of a run. */
    private static Thread start(String name, Body body) {
        Thread thread = new Thread(() -> unchecked(body), name);
        thread.setUncaughtExceptionHandler((failed, t) -> failure = t);
        thread.start();
        return thread;
    }

    private static void unchecked(Body body) {
        try {
            body.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(long seed, Body body) {
        DeterministicScheduler scheduler = new DeterministicScheduler(seed);
        scheduler.run(() -> unchecked(body));
        Check.that(scheduler.isExact(), "the seed has decided all, seed " + seed);
    }

    // ------------------------------------------------------------------------------------------- same seed, same order

    /** Threads that do a bit of everything; what has happened, in order. */
    private static String trace(long seed) {
        StringBuffer events = new StringBuffer();
        DeterministicScheduler scheduler = new DeterministicScheduler(seed);
        scheduler.run(() -> unchecked(() -> doEverything(events)));
        Check.that(scheduler.isExact(), "the seed has decided all, seed " + seed);
        return events + " " + scheduler.fingerprint();
    }

    private static void doEverything(StringBuffer events) throws Exception {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        SynchronousQueue<Integer> direct = new SynchronousQueue<>();
        ReentrantLock lock = new ReentrantLock();
        Object monitor = new Object();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            int n = i;
            pool.execute(() -> unchecked(() -> {
                for (int k = 0; k < 3; k++) {
                    queue.put(10 * n + k);
                    lock.lock();
                    note(events, "l" + n);
                    lock.unlock();
                    synchronized (monitor) {
                        note(events, "m" + n);
                        monitor.notify();
                    }
                }
            }));
        }
        Thread waiting = start("waiting", () -> {
            synchronized (monitor) {
                monitor.wait(ThreadLocalRandom.current().nextInt(50, 100));
            }
            note(events, "w" + System.nanoTime());
            direct.offer(1, 10, TimeUnit.MILLISECONDS);
        });
        Thread sleeping = start("sleeping", () -> {
            Thread.sleep(3);
            note(events, "s" + System.currentTimeMillis());
            note(events, "o" + direct.poll(200, TimeUnit.MILLISECONDS));
            Thread.yield();
        });
        for (int i = 0; i < 9; i++) {
            note(events, "t" + queue.take());
        }
        pool.shutdown();
        waiting.join();
        sleeping.join(1_000);
        pool.awaitTermination(1, TimeUnit.DAYS);
        note(events, "e" + System.nanoTime());
    }

    private static void note(StringBuffer events, String event) {
        events.append(event).append(' ');
    }

    private static void theSameSeedGivesTheSameOrder() {
        String first = trace(7);
        for (int i = 1; i < SEEDS; i++) {
            String again = trace(7);
            Check.that(again.equals(first), "run " + i + " of 1,000 is as the first: " + first + " and " + again);
        }
        Set<String> others = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            others.add(trace(seed));
        }
        Check.that(others.size() > 15, "other seeds give other orders: " + others.size() + " of 20");
    }

    // ------------------------------------------------------------------------------------------- what it finds

    private static final class Cache {
        private final Map<String, String> values = new ConcurrentHashMap<>();
        private final AtomicInteger loads = new AtomicInteger();

        private String load(String key) {
            loads.incrementAndGet();
            return key;
        }

        void check(String key) {
            if (!values.containsKey(key)) {
                values.put(key, load(key));
            }
        }

        void checkInOne(String key) {
            values.computeIfAbsent(key, this::load);
        }
    }

    private static final class Box {
        private volatile boolean isFull;

        private boolean isEmpty() {
            return !isFull;
        }

        void await() throws InterruptedException {
            if (isEmpty()) {
                synchronized (this) {
                    wait();
                }
            }
        }

        synchronized void awaitLocked() throws InterruptedException {
            while (isEmpty()) {
                wait();
            }
        }

        synchronized void fill() {
            isFull = true;
            notifyAll();
        }
    }

    private static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                Check.that(Thread.holdsLock(first) && Thread.holdsLock(second), "both are held");
            }
        }
    }

    /** How many seeds of 1,000 fail. */
    private static int failing(Body test) {
        int failing = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            try {
                run(seed, test);
            } catch (DeadlockException | AssertionError e) {
                failing++;
            }
        }
        return failing;
    }

    private static void aRaceIsFound() {
        Check.that(failing(() -> twoChecks(Cache::check)) > 0, "check-then-act is found");
        Check.that(failing(() -> twoChecks(Cache::checkInOne)) == 0, "what is right is not");
    }

    private interface Checking {
        void check(Cache cache, String key);
    }

    private static void twoChecks(Checking checking) throws Exception {
        Cache cache = new Cache();
        Thread one = start("one", () -> checking.check(cache, "key"));
        Thread two = start("two", () -> checking.check(cache, "key"));
        one.join();
        two.join();
        if (cache.loads.get() != 1) {
            throw new AssertionError("loaded " + cache.loads);
        }
    }

    private static void aLostNotifyIsFound() {
        Check.that(failing(() -> waitAndFill(Box::await)) > 0, "a lost notify is found");
        Check.that(failing(() -> waitAndFill(Box::awaitLocked)) == 0, "what is right is not");
    }

    private interface Waiting {
        void await(Box box) throws InterruptedException;
    }

    private static void waitAndFill(Waiting waiting) {
        Box box = new Box();
        start("waiting", () -> waiting.await(box));
        start("filling", box::fill);
    }

    private static void aDeadlockIsFound() {
        Check.that(failing(() -> lockBoth(true)) > 0, "a deadlock by the order of locks is found");
        Check.that(failing(() -> lockBoth(false)) == 0, "what is right is not");
    }

    private static void lockBoth(boolean crosses) {
        Object a = new Object();
        Object b = new Object();
        start("ab", () -> both(a, b));
        start("ba", () -> both(crosses ? b : a, crosses ? a : b));
    }

    private static void aDeadlockSaysWhoWaits() {
        CountDownLatch never = new CountDownLatch(1);
        try {
            run(1, () -> start("forever", never::await));
            Check.that(false, "a deadlock is thrown");
        } catch (DeadlockException e) {
            Check.that(e.threads().size() == 1, "one waits: " + e.threads());
            Check.that(e.threads().get(0).getName().equals("forever"), "that one: " + e.threads());
            Check.that(e.getMessage().startsWith("deadlock with seed 1"), e.getMessage());
            Check.that(e.getMessage().contains("CountDownLatch.await"), e.getMessage());
        }
    }

    /** The longest sleep, and one that begins late and would end behind the last time that the clock can tell. */
    private static void aSleepForEverIsADeadlock() {
        for (long before : new long[] {0, TimeUnit.DAYS.toMillis(40_000)}) {
            try {
                run(1, () -> {
                    Thread.sleep(before);
                    Thread.sleep(Long.MAX_VALUE);
                });
                Check.that(false, "a deadlock is thrown");
            } catch (DeadlockException e) {
                Check.that(e.threads().size() == 1, "one waits: " + e.threads());
            }
        }
    }

    /** Daemons that wake again and again, one of them where it cannot be left, do not hide it. */
    private static void aDeadlockBesideDaemonsIsFound() {
        Body sleeping = () -> {
            for (; ; ) {
                Thread.sleep(1_000);
            }
        };
        for (Body body : List.<Body>of(sleeping, () -> Below.pinned(sleeping))) {
            try {
                new DeterministicScheduler(1)
                        .run(() -> unchecked(() -> {
                            Thread daemon = new Thread(() -> unchecked(body), "daemon");
                            daemon.setDaemon(true);
                            daemon.start();
                            new CountDownLatch(1).await();
                        }));
                Check.that(false, "a deadlock is thrown");
            } catch (DeadlockException e) {
                Check.that(e.threads().size() == 2, "both are told: " + e.threads());
            }
        }
    }

    // ------------------------------------------------------------------------------------------- time

    /** The first run loads classes; the machine may be busy: so the least of ten counts. */
    private static void aMinuteTakesNoTime() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long real = System.nanoTime();
            run(i, Deterministic::tenSleepersForAMinute);
            least = Math.min(least, System.nanoTime() - real);
        }
        Check.that(least < 100_000_000, "milliseconds in reality: " + least + " ns");
        Check.that(Math.abs(System.currentTimeMillis() - Instant.now().toEpochMilli()) < 60_000, "the clock is back");
    }

    private static void tenSleepersForAMinute() throws InterruptedException {
        long start = System.nanoTime();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(start("sleeper", () -> {
                for (int k = 0; k < 60; k++) {
                    Thread.sleep(1_000);
                }
            }));
        }
        for (Thread each : all) {
            each.join();
        }
        Check.that(System.nanoTime() - start == 60_000_000_000L, "a minute: " + (System.nanoTime() - start));
    }

    private static long passed(Body body) {
        long start = System.nanoTime();
        unchecked(body);
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static void allWaitsHaveThatTime() {
        run(3, () -> {
            Object monitor = new Object();
            check(70, passed(() -> LockSupport.parkNanos(70_000_000)));
            check(80, passed(() -> LockSupport.parkUntil(System.currentTimeMillis() + 80)));
            check(90, passed(() -> {
                synchronized (monitor) {
                    monitor.wait(90);
                }
            }));
            check(60, passed(() -> new ArrayBlockingQueue<>(1).poll(60, TimeUnit.MILLISECONDS)));
            ReentrantLock lock = new ReentrantLock();
            Thread holding = start("holding", () -> {
                lock.lock();
                Thread.sleep(500);
                lock.unlock();
            });
            Thread.sleep(1);
            check(50, passed(() -> Check.that(!lock.tryLock(50, TimeUnit.MILLISECONDS), "it is held")));
            check(449, passed(holding::join));
            check(3_600_000, passed(Deterministic::tickForAnHour));
            check(40, passed(Deterministic::timerTask));
            Thread slow = start("slow", () -> Thread.sleep(100));
            check(30, passed(() -> slow.join(30)));
            check(70, passed(slow::join));
        });
    }

    private static void check(long expected, long found) {
        Check.that(expected == found, expected + " ms pass, not " + found);
    }

    /** In each run, and in the time of each: the JDK has one thread for all. */
    private static void futuresHaveThatTimeToo() {
        unchecked(() -> Check.equal(
                1,
                new CompletableFuture<Integer>()
                        .completeOnTimeout(1, 1, TimeUnit.MILLISECONDS)
                        .get()));
        for (int seed = 0; seed < 10; seed++) {
            run(seed, () -> {
                check(
                        60_000,
                        passed(() -> Check.fails(ExecutionException.class, () -> new CompletableFuture<Integer>()
                                .orTimeout(1, TimeUnit.MINUTES)
                                .get())));
                CompletableFuture<Integer> late =
                        new CompletableFuture<Integer>().completeOnTimeout(2, 3, TimeUnit.SECONDS);
                check(3_000, passed(() -> Check.equal(2, late.join())));
                ExecutorService pool = Executors.newFixedThreadPool(1);
                check(5_000, passed(() -> CompletableFuture.runAsync(
                                () -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS, pool))
                        .get()));
                pool.shutdown();
                CompletableFuture<Integer> inTime = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.DAYS);
                start("completing", () -> inTime.complete(3));
                check(0, passed(() -> Check.equal(3, inTime.get())));
            });
        }
    }

    private static void tickForAnHour() throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
        CountDownLatch ticks = new CountDownLatch(60);
        timer.scheduleAtFixedRate(ticks::countDown, 1, 1, TimeUnit.MINUTES);
        ticks.await();
        timer.shutdownNow();
    }

    private static void timerTask() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Timer timer = new Timer();
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        done.countDown();
                    }
                },
                40);
        done.await();
        timer.cancel();
    }

    /** Reads the clock in a method that is called plainly. */
    private static final class Told {
        @Override
        public String toString() {
            return Long.toString(System.currentTimeMillis());
        }
    }

    private static void allClocksAreThatOne() {
        run(4, () -> {
            Instant year = Instant.parse("2000-01-01T00:00:00Z");
            Thread.sleep(1_999);
            long expected = year.toEpochMilli() + 2_999;
            check(expected, System.currentTimeMillis());
            check(expected, Instant.now().toEpochMilli());
            check(expected, Long.parseLong(new Told().toString()));
            check(2_999, System.nanoTime() / 1_000_000);
            LongSupplier reference = System::nanoTime;
            check(2_999, reference.getAsLong() / 1_000_000);
            check(2_999, nanoTimeByHandle() / 1_000_000);
            check(2_999, Duration.between(year, Instant.now()).toMillis());
        });
    }

    private static long nanoTimeByHandle() {
        try {
            MethodType type = MethodType.methodType(long.class);
            return (long) MethodHandles.lookup()
                    .findStatic(System.class, "nanoTime", type)
                    .invokeExact();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void loopsForATimeEnd() {
        run(5, () -> {
            long end = System.nanoTime() + 50_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            AtomicBoolean isSet = new AtomicBoolean();
            Thread setting = start("setting", () -> {
                Thread.sleep(60_000);
                isSet.set(true);
            });
            while (!isSet.get()) {
                Thread.yield();
            }
            setting.join();
            Instant until = Instant.now().plusSeconds(1);
            while (Instant.now().isBefore(until)) {
                Thread.yield();
            }
        });
    }

    /** Two that wake each other for ever do not keep a third one from waking. */
    private static void timePassesBesideThoseWhoAreNeverIdle() {
        run(14, () -> {
            ArrayBlockingQueue<Integer> there = new ArrayBlockingQueue<>(1);
            ArrayBlockingQueue<Integer> back = new ArrayBlockingQueue<>(1);
            Thread echo = start("echo", () -> {
                for (int n = there.take(); n >= 0; n = there.take()) {
                    back.put(n);
                }
            });
            AtomicBoolean isToEnd = new AtomicBoolean();
            Thread asking = start("asking", () -> {
                for (int n = 0; !isToEnd.get(); n++) {
                    there.put(n);
                    Check.equal(n, back.take());
                }
                there.put(-1);
            });
            long start = System.nanoTime();
            Thread.sleep(1_000);
            long slept = System.nanoTime() - start;
            Check.that(slept >= 1_000_000_000L && slept < 1_001_000_000L, "a second: " + slept);
            isToEnd.set(true);
            asking.join();
            echo.join();
        });
    }

    /** Each call of its loop throws, so it is never behind one of them. */
    private static void whoCallsOnlyWhatThrowsMakesWay() {
        new DeterministicScheduler(15)
                .run(() -> unchecked(() -> {
                    CountDownLatch release = new CountDownLatch(1);
                    ThreadPoolExecutor pool =
                            new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
                    pool.execute(release::countDown);
                    pool.execute(() -> {});
                    for (int taken = 0; taken < 10; ) {
                        try {
                            pool.execute(() -> {});
                            taken++;
                        } catch (RejectedExecutionException e) {
                            continue;
                        }
                    }
                    release.await();
                    pool.shutdown();
                }));
    }

    // ------------------------------------------------------------------------------------------- pinned

    private static final class Initialized {
        static final CountDownLatch OPENED = new CountDownLatch(1);

        private Initialized() {}

        /** Waits in its class initializer, which cannot be left. */
        private static final class Late {
            static final long SLEPT;

            static {
                try {
                    OPENED.await();
                    long start = System.nanoTime();
                    Thread.sleep(1_000);
                    SLEPT = System.nanoTime() - start;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static void whoIsPinnedMakesWayToo() {
        run(6, () -> {
            Thread pinned = start("pinned", () -> check(1_000, Initialized.Late.SLEPT / 1_000_000));
            Thread opening = start("opening", () -> {
                Thread.sleep(10);
                Initialized.OPENED.countDown();
            });
            opening.join();
            pinned.join();
        });
    }

    /** Sleeps where it cannot be left, with a monitor that another one wants. */
    private static final class Held {
        @Override
        public synchronized String toString() {
            unchecked(() -> Thread.sleep(1_000));
            unchecked(() -> wait(5));
            return "held";
        }

        synchronized String get() {
            return "got";
        }
    }

    private static void whoIsPinnedWithAMonitor() {
        for (int seed = 0; seed < 5; seed++) {
            new DeterministicScheduler(seed)
                    .run(() -> unchecked(() -> {
                        Held held = new Held();
                        Thread holding = start(
                                "holding", () -> Check.that(held.toString().equals("held"), "it is told"));
                        Thread.sleep(1);
                        Thread wanting =
                                start("wanting", () -> Check.that(held.get().equals("got"), "it is had"));
                        holding.join();
                        wanting.join();
                    }));
        }
    }

    // ------------------------------------------------------------------------------------------- outside

    /** The JDK awaits the later ones in a thread that the first run has started. */
    private static void theEndsOfProcessesAreNoDeadlock() {
        for (int seed = 0; seed < 5; seed++) {
            new DeterministicScheduler(seed)
                    .run(() -> unchecked(() -> {
                        Process process = new ProcessBuilder("sleep", "0.2").start();
                        Check.equal(0, process.onExit().get().exitValue());
                    }));
        }
    }

    private static void inputIsNoDeadlock() {
        new DeterministicScheduler(8)
                .run(() -> unchecked(() -> {
                    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                        Thread client = new Thread(() -> unchecked(() -> {
                            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                                socket.getOutputStream().write(42);
                            }
                        }));
                        Weft.lightweight(client, false);
                        client.start();
                        try (Socket socket = server.accept()) {
                            Check.that(socket.getInputStream().read() == 42, "the byte has come");
                        }
                    }
                    PipedInputStream in = new PipedInputStream();
                    PipedOutputStream out = new PipedOutputStream(in);
                    start("writing", () -> {
                        out.write(43);
                        out.close();
                    });
                    Check.that(in.read() == 43, "that too");
                }));
    }

    private static void timeDoesNotPassInputBy() {
        new DeterministicScheduler(11)
                .run(() -> unchecked(() -> {
                    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                        Thread client = start("client", () -> {
                            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                                for (int i = 0; i < 20; i++) {
                                    socket.getOutputStream().write(i);
                                    Check.equal(i, socket.getInputStream().read());
                                }
                            }
                        });
                        start("server", () -> {
                            try (Socket socket = server.accept()) {
                                for (int i = socket.getInputStream().read();
                                        i >= 0;
                                        i = socket.getInputStream().read()) {
                                    socket.getOutputStream().write(i);
                                }
                            }
                        });
                        client.join(30_000);
                        Check.that(!client.isAlive(), "the client has ended before 30 virtual seconds have");
                    }
                }));
    }

    /** What writes knows nothing of the run. */
    private static void pinnedInputFromOutsideIsNoDeadlock() {
        unchecked(() -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread writer = new Thread(() -> unchecked(() -> {
                    try (Socket socket = server.accept()) {
                        Thread.sleep(300);
                        socket.getOutputStream().write(42);
                    }
                }));
                Weft.lightweight(writer, false);
                writer.start();
                new DeterministicScheduler(13)
                        .run(() -> unchecked(() -> {
                            try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
                                Check.equal(42, readPinned(socket));
                            }
                        }));
            }
        });
    }

    private static int readPinned(Socket socket) throws Exception {
        int[] read = new int[1];
        try {
            Below.pinned(() -> read[0] = socket.getInputStream().read());
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
        return read[0];
    }

    private static void platformThreadsAreNoDeadlock() {
        new DeterministicScheduler(12)
                .run(() -> unchecked(() -> {
                    CountDownLatch latch = new CountDownLatch(1);
                    Thread outside = new Thread(() -> unchecked(() -> {
                        Thread.sleep(50);
                        latch.countDown();
                    }));
                    Weft.lightweight(outside, false);
                    outside.start();
                    latch.await();
                }));
    }

    private static void workersOfForkJoinAreNoDeadlock() {
        new DeterministicScheduler(9)
                .run(() -> unchecked(() -> {
                    CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 42);
                    Check.that(future.get() == 42, "it is computed");
                }));
    }

    /** What they do comes from outside. */
    private static void threadsOfOtherSchedulersAreNoDeadlock() {
        AtomicBoolean hasEnded = new AtomicBoolean();
        new DeterministicScheduler(1)
                .run(() -> unchecked(() -> {
                    Thread other = new Thread(() -> hasEnded.set(sleeps(150)));
                    Weft.scheduler(other, FiberScheduler.workStealing());
                    other.start();
                    other.join();
                    Check.that(hasEnded.get(), "it is waited for");
                }));
    }

    /** Who waits for it is woken a little later; it was a deadlock, or time jumped to the end of the wait. */
    private static void theEndOfAThreadOutsideIsNoDeadlock() {
        for (int round = 0; round < 100; round++) {
            boolean isFiber = round % 2 == 0;
            boolean hasEnd = round % 4 < 2;
            new DeterministicScheduler(round)
                    .run(() -> unchecked(() -> {
                        Thread other = new Thread(() -> {});
                        if (isFiber) {
                            Weft.scheduler(other, FiberScheduler.workStealing());
                        } else {
                            Weft.lightweight(other, false);
                        }
                        other.start();
                        if (hasEnd) {
                            Check.that(passed(() -> other.join(3_600_000)) < 3_600_000, "no hour passes");
                        } else {
                            other.join();
                        }
                    }));
        }
    }

    private static void whoWaitsBehindThatEndIsADeadlock() {
        Check.fails(DeadlockException.class, () -> new DeterministicScheduler(1)
                .run(() -> unchecked(() -> {
                    Thread other = new Thread(() -> {});
                    Weft.lightweight(other, false);
                    other.start();
                    other.join();
                    new CountDownLatch(1).await();
                })));
    }

    private static void whoHasLeftIsNoDeadlock() {
        AtomicBoolean hasEnded = new AtomicBoolean();
        new DeterministicScheduler(1)
                .run(() -> unchecked(() -> {
                    FiberScheduler own = Weft.scheduler(Thread.currentThread());
                    Thread leaving = start("leaving", () -> {
                        Weft.continueOn(FiberScheduler.workStealing());
                        hasEnded.set(sleeps(150));
                        Weft.continueOn(own);
                        check(3_600_000, passed(() -> Thread.sleep(3_600_000)));
                        Weft.continueOn(FiberScheduler.workStealing());
                    });
                    leaving.join();
                    Check.that(hasEnded.get(), "it is waited for");
                }));
    }

    private static void theBodyMayLeave() {
        AtomicBoolean hasEnded = new AtomicBoolean();
        new DeterministicScheduler(1).run(() -> {
            Weft.continueOn(FiberScheduler.workStealing());
            hasEnded.set(sleeps(50));
        });
        Check.that(hasEnded.get(), "the run lasts as long as its body");
    }

    private static void anInterruptOfTheCallerIsKept() throws Exception {
        AtomicBoolean isKept = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            Thread.currentThread().interrupt();
            new DeterministicScheduler(1).run(() -> sleeps(1));
            isKept.set(Thread.interrupted());
        });
        Weft.lightweight(caller, true);
        caller.start();
        caller.join();
        Check.that(isKept.get(), "a fiber's, too");
    }

    /** By whoever wakes it, under another scheduler; whether somebody joins it or not. */
    private static void whoIsTakenAwayIsNoDeadlock() {
        AtomicBoolean hasEnded = new AtomicBoolean();
        Thread[] taken = new Thread[1];
        Body takeAway = () -> {
            taken[0] = start("taken", () -> {
                LockSupport.park();
                hasEnded.set(sleeps(150));
            });
            Thread.sleep(1);
            Check.that(Weft.unpark(taken[0], FiberScheduler.workStealing()), "it is parked");
        };
        new DeterministicScheduler(1)
                .run(() -> unchecked(() -> {
                    takeAway.run();
                    taken[0].join();
                    Check.that(hasEnded.get(), "it is waited for");
                }));
        hasEnded.set(false);
        new DeterministicScheduler(1).run(() -> unchecked(takeAway));
        Check.that(hasEnded.get(), "the run lasts as long");
    }

    private static boolean sleeps(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void daemonsGoOn() {
        AtomicInteger ticks = new AtomicInteger();
        AtomicBoolean isToEnd = new AtomicBoolean();
        long[] last = new long[1];
        run(10, () -> {
            Thread daemon = new Thread(() -> {
                while (!isToEnd.get()) {
                    LockSupport.parkNanos(1_000_000);
                    long now = System.nanoTime();
                    Check.that(now >= last[0], "time does not go back");
                    last[0] = now;
                    ticks.incrementAndGet();
                }
                ticks.set(-1);
            });
            daemon.setDaemon(true);
            daemon.start();
            Thread.sleep(1_000);
        });
        int before = ticks.get();
        Check.that(before > 500, "it has run in the simulation: " + before);
        Await.that("the daemon goes on", () -> ticks.get() > before + 3);
        isToEnd.set(true);
        Await.that("it ends", () -> ticks.get() == -1);
    }

    // ------------------------------------------------------------------------------------------- use

    private static void whatTheBodyThrows() {
        try {
            new DeterministicScheduler(1).run(() -> {
                throw new UnsupportedOperationException("thrown");
            });
            Check.that(false, "it is thrown");
        } catch (UnsupportedOperationException e) {
            Check.that(e.getMessage().equals("thrown"), "that one");
        }
    }

    private static void whatIsStartedInsideIsInside() {
        run(1, () -> {
            boolean[] isFiber = new boolean[1];
            Thread thread = start("inside", () -> {
                isFiber[0] = Weft.isFiber();
                Check.that(System.currentTimeMillis() < 1_000_000_000_000L, "the clock is inherited");
            });
            Check.that(Weft.scheduler(thread) == Weft.scheduler(Thread.currentThread()), "the scheduler is");
            thread.join();
            Check.that(isFiber[0], "it was a fiber");
        });
    }

    private static void badUse() {
        Check.fails(NullPointerException.class, () -> new DeterministicScheduler(1).run(null));
        DeterministicScheduler scheduler = new DeterministicScheduler(1);
        scheduler.run(() -> {});
        Check.fails(IllegalStateException.class, () -> scheduler.run(() -> {}));
        Check.fails(IllegalStateException.class, () -> new DeterministicScheduler(1)
                .run(() -> new DeterministicScheduler(2).run(() -> {})));
    }

    // ------------------------------------------------------------------------------------------- main

    private static void report(String name, Body body) {
        unchecked(body);
        if (failure != null) {
            throw new AssertionError(name, failure);
        }
        System.out.println(name);
    }

    /** With an argument: only the traces of so many seeds, to be compared with those of another JVM. */
    public static void main(String[] arguments) {
        if (arguments.length > 0) {
            for (int seed = 0; seed < Integer.parseInt(arguments[0]); seed++) {
                System.out.println(trace(seed));
            }
            return;
        }
        report("theSameSeedGivesTheSameOrder", Deterministic::theSameSeedGivesTheSameOrder);
        report("aRaceIsFound", Deterministic::aRaceIsFound);
        report("aLostNotifyIsFound", Deterministic::aLostNotifyIsFound);
        report("aDeadlockIsFound", Deterministic::aDeadlockIsFound);
        report("aDeadlockSaysWhoWaits", Deterministic::aDeadlockSaysWhoWaits);
        report("aSleepForEverIsADeadlock", Deterministic::aSleepForEverIsADeadlock);
        report("aDeadlockBesideDaemonsIsFound", Deterministic::aDeadlockBesideDaemonsIsFound);
        report("aMinuteTakesNoTime", Deterministic::aMinuteTakesNoTime);
        report("allWaitsHaveThatTime", Deterministic::allWaitsHaveThatTime);
        report("futuresHaveThatTimeToo", Deterministic::futuresHaveThatTimeToo);
        report("allClocksAreThatOne", Deterministic::allClocksAreThatOne);
        report("loopsForATimeEnd", Deterministic::loopsForATimeEnd);
        report("timePassesBesideThoseWhoAreNeverIdle", Deterministic::timePassesBesideThoseWhoAreNeverIdle);
        report("whoCallsOnlyWhatThrowsMakesWay", Deterministic::whoCallsOnlyWhatThrowsMakesWay);
        report("whoIsPinnedMakesWayToo", Deterministic::whoIsPinnedMakesWayToo);
        report("whoIsPinnedWithAMonitor", Deterministic::whoIsPinnedWithAMonitor);
        report("inputIsNoDeadlock", Deterministic::inputIsNoDeadlock);
        report("theEndsOfProcessesAreNoDeadlock", Deterministic::theEndsOfProcessesAreNoDeadlock);
        report("timeDoesNotPassInputBy", Deterministic::timeDoesNotPassInputBy);
        report("pinnedInputFromOutsideIsNoDeadlock", Deterministic::pinnedInputFromOutsideIsNoDeadlock);
        report("platformThreadsAreNoDeadlock", Deterministic::platformThreadsAreNoDeadlock);
        report("workersOfForkJoinAreNoDeadlock", Deterministic::workersOfForkJoinAreNoDeadlock);
        report("threadsOfOtherSchedulersAreNoDeadlock", Deterministic::threadsOfOtherSchedulersAreNoDeadlock);
        report("theEndOfAThreadOutsideIsNoDeadlock", Deterministic::theEndOfAThreadOutsideIsNoDeadlock);
        report("whoWaitsBehindThatEndIsADeadlock", Deterministic::whoWaitsBehindThatEndIsADeadlock);
        report("whoHasLeftIsNoDeadlock", Deterministic::whoHasLeftIsNoDeadlock);
        report("whoIsTakenAwayIsNoDeadlock", Deterministic::whoIsTakenAwayIsNoDeadlock);
        report("theBodyMayLeave", Deterministic::theBodyMayLeave);
        report("anInterruptOfTheCallerIsKept", Deterministic::anInterruptOfTheCallerIsKept);
        report("daemonsGoOn", Deterministic::daemonsGoOn);
        report("whatTheBodyThrows", Deterministic::whatTheBodyThrows);
        report("whatIsStartedInsideIsInside", Deterministic::whatIsStartedInsideIsInside);
        report("badUse", Deterministic::badUse);
    }
}

package dev.weft.tck.programs;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.FiberScheduler;
import dev.weft.Weft;
import dev.weft.tck.Fibers;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * Calls a method many times; in a run of the name {@code learn} it never waits there, and in one of the name
 * {@code begin} only at first; in all others it does as the run is called. Prints whether carriers were blocked at the
 * first time, and in the end; {@code tck.again} says how often they are to be blocked once more in between. A run of
 * the name {@code brief} says so if carriers were not blocked in the end and one of its waits was not brief, as on a
 * machine that has no processor for it. The thread of the name {@code other} is to be a platform thread.
 *
 * <p>A run that learns prints how many methods are kept as quiet before it ends, and where; it keeps its own as it
 * ends. One of the name {@code prepare} calls another method, so that there has been a run. One of the name
 * {@code load} loads many classes besides, and ends the VM as soon as something has been learnt.
 *
 * <p>All runs are of this one class: what is learnt of a method is kept with its class file.
 */
public final class LearntMethods {
    private static final long LEAST_NANOS = 2_500_000_000L;
    private static final int CALLS = 3_000;

    /** More than a later run has to weave. */
    private static final int CLASSES = 600;

    /** Less than a later run takes to look for the first time. */
    private static final long MOST_NANOS = 45_000_000_000L;

    private static final int MAX_ROUNDS = 10_000;
    private static final int BRIEF_ROUNDS = 20;

    /** More than are done until somebody looks at a carrier that has been blocked, which is two milliseconds later. */
    private static final int BUSY_STEPS = 20_000_000;

    /** Nobody looks so soon. */
    private static final long BRIEF_NANOS = 1_000_000;

    private static final long PAUSE_NANOS = 20_000_000;

    private static final long BRIEFLY_MILLIS = 20;

    /** A pin that is told. */
    private static final long LONG_MILLIS = 1_500;

    /** More fibers than wait while a method is found that they wait in. */
    private static final int MANY = 500;

    private static final CountDownLatch OPEN = new CountDownLatch(1);

    private static final String OTHER = "other";

    /** A {@code FiberScheduler}: on the plain JDK, nobody could ask for the members of a class that names one. */
    private static Object other;

    private static volatile String how;
    private static volatile boolean wasLong;
    private static final AtomicInteger MOVES = new AtomicInteger();
    private static final AtomicLong SUM = new AtomicLong();

    private LearntMethods() {}

    /** Runs as the argument says. */
    public static void main(String[] args) throws Exception {
        how = "not yet";
        String wanted = args[0];
        if (wanted.equals("load")) {
            load();
            learnUntilItIsKept();
            return;
        }
        if (wanted.equals("prepare")) {
            learn(LearntMethods::inner);
            return;
        }
        if (wanted.equals("learn") || wanted.equals("begin")) {
            if (wanted.equals("begin")) {
                how = "sleep";
                inFiber(LearntMethods::work);
                how = "not yet";
            }
            learn(LearntMethods::work);
            return;
        }
        inFiber(LearntMethods::work);
        if (wanted.equals("many")) {
            waitMany();
            return;
        }
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, OTHER));
        if (wanted.equals("move")) {
            other = FiberScheduler.of(task -> {
                MOVES.incrementAndGet();
                pool.execute(task);
            });
        }
        how = wanted;
        boolean wasPinned = isPinned();
        boolean isFree = wanted.equals("brief") ? isFree(BRIEF_ROUNDS) : isFree(MAX_ROUNDS);
        for (int again = Integer.getInteger("tck.again", 0); again > 0; again--) {
            while (!isPinned()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            isFree &= isFree(MAX_ROUNDS);
        }
        pool.shutdown();
        String then = !isFree ? "pinned" : wasLong ? "free, as a wait was long" : "free";
        System.out.println((wasPinned ? "pinned" : "free") + ", then " + then);
    }

    private static boolean isPinned() throws Exception {
        long before = Fibers.pinned();
        inFiber(LearntMethods::work);
        return Fibers.pinned() > before;
    }

    /** Whether it is, in one of so many rounds at the latest. */
    private static boolean isFree(int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            if (!isPinned()) {
                return true;
            }
        }
        return false;
    }

    /** Some seconds of pins for which no method is to blame; then many fibers wait in one that never waited. */
    private static void waitMany() throws Exception {
        long end = System.nanoTime() + LEAST_NANOS;
        inFiber(() -> {
            while (System.nanoTime() - end < 0) {
                SUM.addAndGet(new Sleeper().toString().length());
            }
        });
        how = "many";
        List<Thread> threads = new ArrayList<>();
        boolean isFree = false;
        while (!isFree && threads.size() < MANY) {
            long before = Fibers.pinned();
            Thread thread = new Thread(LearntMethods::work);
            threads.add(thread);
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            isFree = Fibers.pinned() == before;
        }
        OPEN.countDown();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println((threads.size() > 1 ? "pinned" : "free") + ", then " + (isFree ? "free" : "pinned"));
    }

    private static final class Sleeper {
        @Override
        public String toString() {
            LockSupport.parkNanos(1_000_000);
            return "woken";
        }
    }

    private static void learn(IntUnaryOperator method) throws Exception {
        long end = System.nanoTime() + LEAST_NANOS;
        while (System.nanoTime() - end < 0) {
            callOften(method);
        }
        Path folder = KeptExperience.folder();
        System.out.println(KeptExperience.quiet(folder) + " " + folder);
    }

    private static void callOften(IntUnaryOperator method) throws InterruptedException {
        inFiber(() -> {
            for (int i = 0; i < CALLS; i++) {
                SUM.addAndGet(method.applyAsInt(i));
            }
            // else no fiber would have been resumed
            LockSupport.parkNanos(1);
        });
    }

    /** A class that is loaded under other names. */
    private static final class Filler000 {
        private Filler000() {}
    }

    private static void load() throws Exception {
        byte[] file;
        try (InputStream in = LearntMethods.class.getResourceAsStream("LearntMethods$Filler000.class")) {
            file = in.readAllBytes();
        }
        String text = new String(file, StandardCharsets.ISO_8859_1);
        for (int i = 1; i <= CLASSES; i++) {
            String named = text.replace("Filler000", String.format("Filler%03d", i));
            MethodHandles.lookup().defineClass(named.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Ends the VM without any hooks, in which more is learnt. */
    private static void learnUntilItIsKept() throws Exception {
        Path folder = KeptExperience.folder();
        int before = KeptExperience.quiet(folder);
        long end = System.nanoTime() + MOST_NANOS;
        while (KeptExperience.quiet(folder) == before) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("nothing is learnt");
            }
            callOften(LearntMethods::work);
        }
        System.out.println("learnt");
        Runtime.getRuntime().halt(0);
    }

    private static void work() {
        try {
            SUM.addAndGet(work(1));
        } catch (Failure expected) {
            check(expected);
        }
    }

    private static int work(int i) {
        return inner(i) + 1;
    }

    private static int inner(int i) {
        switch (how) {
            case "sleep":
                sleep(BRIEFLY_MILLIS);
                break;
            case "long":
                how = "sleep";
                sleep(LONG_MILLIS);
                break;
            case "many":
                await();
                break;
            case "brief":
                waitBriefly();
                compute();
                break;
            case "throw":
                sleep(BRIEFLY_MILLIS);
                throw new Failure();
            case "generate":
                generate();
                break;
            case "move":
                move();
                break;
            default:
                break;
        }
        return i ^ SUM.intValue() & 7;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void waitBriefly() {
        long start = System.nanoTime();
        LockSupport.parkNanos(1);
        if (System.nanoTime() - start > BRIEF_NANOS) {
            wasLong = true;
        }
    }

    /** Calls no native method: who is in one is taken for one who waits there. */
    private static void compute() {
        long sum = SUM.get();
        for (int i = 0; i < BUSY_STEPS; i++) {
            sum = sum * 31 + i;
        }
        SUM.addAndGet(sum & 1);
    }

    private static void await() {
        try {
            OPEN.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Frames of methods that are called plainly, and of the same ones when they can be suspended, have their lines. */
    private static void check(Failure failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String[] names = {"inner", "work", "work"};
        for (int i = 0; i < names.length; i++) {
            if (!trace[i].getMethodName().equals(names[i]) || trace[i].getLineNumber() <= 0) {
                throw new AssertionError("frame " + i + ": " + trace[i], failure);
            }
        }
        if (trace.length != names.length + 2) {
            throw new AssertionError("frames: " + trace.length, failure);
        }
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** A continuation cannot be suspended below a plain frame. */
    private static void generate() {
        Object scope = new ContinuationScope("steps");
        AtomicInteger steps = new AtomicInteger();
        Continuation continuation = new Continuation((ContinuationScope) scope, () -> {
            for (int i = 0; i < 3; i++) {
                yieldPlainly(scope, steps, i);
            }
        });
        while (!continuation.run()) {
            steps.incrementAndGet();
        }
        if (steps.get() != 33) {
            throw new AssertionError("steps: " + steps);
        }
    }

    private static void yieldPlainly(Object scope, AtomicInteger steps, int i) {
        steps.addAndGet(10 * add(scope, i));
    }

    private static int add(Object scope, int i) {
        if (!how.equals("not yet")) {
            Continuation.suspend((ContinuationScope) scope);
        }
        return i < 0 ? 0 : 1;
    }

    /** Nor can a fiber go to another scheduler from there. */
    private static void move() {
        Weft.continueOn((FiberScheduler) other);
        if (MOVES.get() == 0) {
            throw new AssertionError("it has not gone there");
        }
    }

    private static void inFiber(Runnable body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Throwable t) {
                synchronized (failures) {
                    failures.add(t);
                }
            }
        });
        thread.start();
        thread.join();
        synchronized (failures) {
            if (!failures.isEmpty()) {
                throw new AssertionError(failures.get(0));
            }
        }
    }
}

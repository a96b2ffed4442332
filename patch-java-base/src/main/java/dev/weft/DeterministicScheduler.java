package dev.weft;

import java.util.List;
import java.util.Objects;
import jdk.internal.weft.fiber.PlainFibers;
import jdk.internal.weft.scheduler.SchedulerCalls;
import jdk.internal.weft.scheduler.Simulation;
import jdk.internal.weft.thread.FiberThreads;

/**
 * Runs a program's threads in an order that a seed decides, with a clock of their own: the same seed gives the same
 * order, the same timers, the same result. For tests, which then find races and deadlocks, and show them again.
 *
 * <pre>{@code
 * for (long seed = 0; seed < 1_000; seed++) {
 *     new DeterministicScheduler(seed).run(() -> test());
 * }
 * }</pre>
 *
 * <p>One fiber runs at a time. When it parks, yields or ends, and by chance behind calls that the program's classes
 * make and in front of their monitors, another one is drawn. Time stands still meanwhile; when all wait it jumps to the
 * next deadline, so that {@code sleep} takes no time. It begins with the first instant of the year 2000 (UTC), for
 * {@code System.nanoTime}, {@code currentTimeMillis} and {@code java.time}.
 *
 * <p>Threads that the fibers start are fibers of the same scheduler, those of executors included: here a scheduler is
 * inherited. Not so workers of ForkJoin, hence parallel streams and {@code CompletableFuture}'s methods without an
 * executor; threads that were chosen to be platform threads; and those with another scheduler. What these do, and
 * input, is waited for, but comes when it comes. What else is not drawn from the seed: {@code identityHashCode},
 * {@code new Random()}, {@code SecureRandom}, the order of a {@code Set.of}, and what static fields keep from one run
 * to the next.
 *
 * <p>Thread-safe: one call of {@link #run} runs, and others throw. Memory effects: what happened before {@code run}
 * happens-before the body, and all that the run's threads do, but for daemons that go on, happens-before its return.
 */
public final class DeterministicScheduler {
    private final long seed;
    private final Simulation simulation;
    private boolean isUsed;

    /** For one run. */
    public DeterministicScheduler(long seed) {
        PlainFibers.schedulerMade();
        this.seed = seed;
        simulation = new Simulation(seed);
    }

    /** What decides the order. */
    public long seed() {
        return seed;
    }

    /**
     * Runs the body in a new fiber, and returns when it and all threads that were started inside have ended, but for
     * daemons, which go on in real time. An interrupt of the caller is passed on to that fiber.
     *
     * @throws DeadlockException if threads that are no daemons wait, and nothing is known that will wake them; they are
     *     left as they are, and do not keep the program from ending
     * @throws IllegalStateException if there was a run already, or no thread can be a fiber ({@code weft.threads=none},
     *     or a debugger), or inside of another run
     * @throws NullPointerException if the body is null
     * @throws RuntimeException what the body has thrown, checked exceptions and errors included
     */
    public void run(Runnable body) {
        Objects.requireNonNull(body, "body");
        if (!FiberThreads.areThereFibers()) {
            throw new IllegalStateException(
                    "no thread can be a fiber: weft.threads is none, as it is by default under a debugger,"
                            + " and with a class for java.security.manager");
        }
        if (SchedulerCalls.simulation() != null) {
            throw new IllegalStateException("inside of a run there can be no other one");
        }
        synchronized (this) {
            if (isUsed) {
                throw new IllegalStateException("a deterministic scheduler has one run");
            }
            isUsed = true;
        }
        Main main = new Main(body);
        Thread thread = new Thread(main, Thread.currentThread().getName());
        thread.setDaemon(false);
        Weft.scheduler(thread, simulation);
        thread.start();
        List<Thread> stuck = simulation.await(thread);
        DeadlockException deadlock = stuck == null ? null : new DeadlockException(seed, stuck);
        if (main.thrown != null) {
            if (deadlock != null) {
                main.thrown.addSuppressed(deadlock);
            }
            Generator.<RuntimeException>sneak(main.thrown);
        }
        if (deadlock != null) {
            throw deadlock;
        }
    }

    /** Keeps what the body throws. */
    private static final class Main implements Runnable {
        private final Runnable body;
        Throwable thrown;

        Main(Runnable body) {
            this.body = body;
        }

        @Override
        public void run() {
            try {
                body.run();
            } catch (Throwable t) {
                thrown = t;
            }
        }
    }

    /**
     * A number that stands for the order in which the fibers have run so far. If two runs of the same seed have
     * different ones, the program depends on something that the seed does not decide. To be asked by the run's threads,
     * or once {@link #run} has returned.
     */
    public long fingerprint() {
        return simulation.fingerprint();
    }

    /**
     * Whether the seed alone has decided the order. False if a fiber that could not be suspended waited in
     * {@code Object.wait}, or for a monitor: the kernel decides then when it goes on.
     */
    public boolean isExact() {
        return simulation.isExact();
    }

    @Override
    public String toString() {
        return "DeterministicScheduler, seed " + seed;
    }
}

package dev.weft.tck.programs;

import dev.weft.Weft;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Threads that neither park nor yield, but take steps; each step makes calls that return a value of each kind, and
 * checks it. {@code steps n}: two take n steps each, and it prints whether fibers were made to leave once in each step
 * at least. {@code hogs n count}: n threads compute until fibers were made to leave count times, or, if count is 0,
 * until each has taken a million steps; it prints how often they were. {@code late n count} is the same, but all
 * threads wait for a class initializer first, and nobody waits for them when they compute.
 */
public final class Preempted {
    private static final int STEPS = 1_000_000;

    private static final AtomicInteger READY = new AtomicInteger();
    private static final AtomicInteger ARRIVED = new AtomicInteger();
    private static volatile boolean isOver;
    private static Thread[] late;

    private Preempted() {}

    /** What is called by an interface, so that no compiler, and no analysis, knows what it does not do. */
    private record Kinds(int i)
            implements IntSupplier, LongSupplier, DoubleSupplier, Supplier<String>, Comparable<Kinds> {
        @Override
        public int getAsInt() {
            return i;
        }

        @Override
        public long getAsLong() {
            return 1L << 40 | i;
        }

        @Override
        public double getAsDouble() {
            return i + 0.5;
        }

        @Override
        public String get() {
            return "step " + i;
        }

        @Override
        public int compareTo(Kinds other) {
            return Integer.compare(i, other.i);
        }
    }

    /** The same for a float and a boolean, which no interface of the JDK's returns without an argument. */
    private interface More {
        float asFloat(int i);

        boolean isEven(int i);
    }

    private static final More MORE = new More() {
        @Override
        public float asFloat(int i) {
            return i * 0.25f;
        }

        @Override
        public boolean isEven(int i) {
            return i % 2 == 0;
        }
    };

    private static void step(int i, int held) {
        Kinds kinds = new Kinds(i);
        long operands = held + kinds.getAsInt() + ((LongSupplier) kinds).getAsLong() * 2;
        check(operands == held + i + 2 * (1L << 40 | i));
        check(((DoubleSupplier) kinds).getAsDouble() == i + 0.5);
        check(("[" + ((Supplier<?>) kinds).get() + "]").equals("[step " + i + "]"));
        check(((Comparable<Kinds>) kinds).compareTo(new Kinds(i + 1)) == -1);
        check(MORE.asFloat(i) == i * 0.25f);
        check(MORE.isEven(i) == (i % 2 == 0));
        synchronized (kinds) {
            check(((IntSupplier) kinds).getAsInt() == i && Thread.holdsLock(kinds));
        }
    }

    private static void check(boolean isRight) {
        if (!isRight) {
            System.out.println("wrong");
            System.exit(1);
        }
    }

    /** Blocks the carriers of those who come while its initializer runs. */
    private static final class Gate {
        static {
            try {
                awaitAllBlocked();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Gate() {}

        static void pass() {}
    }

    /** A thread that comes to run behind them shows that their carriers are known to be blocked. */
    private static void awaitAllBlocked() throws InterruptedException {
        for (Thread each : late) {
            each.start();
        }
        while (ARRIVED.get() < late.length) {
            Thread.sleep(1);
        }
        for (int i = 0; i < 2; i++) {
            Thread last = new Thread(ARRIVED::get);
            last.start();
            last.join();
        }
    }

    private static void arrive() {
        ARRIVED.incrementAndGet();
        Gate.pass();
        compute(0);
    }

    private static void compute(int steps) {
        for (int i = 0; steps == 0 ? !isOver : i < steps; i++) {
            step(i, 0);
            if (i == 0) {
                READY.incrementAndGet();
            }
        }
    }

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[1]);
        boolean isCounted = args[0].equals("steps");
        boolean isLate = args[0].equals("late");
        int wanted = isCounted ? 0 : Integer.parseInt(args[2]);
        int steps = isCounted ? count : wanted == 0 ? STEPS : 0;
        Thread[] threads = new Thread[isCounted ? 2 : count];
        Thread starter = new Thread(() -> {
            for (int i = 0; i < threads.length; i++) {
                threads[i] = new Thread(isLate ? Preempted::arrive : () -> compute(steps));
            }
            for (Thread each : threads) {
                if (!isLate) {
                    each.start();
                }
            }
        });
        starter.start();
        starter.join();
        if (isLate) {
            late = threads;
            Gate.pass();
        }
        while (wanted > 0 && (READY.get() < threads.length || Weft.preempted() < wanted)) {
            Thread.sleep(1);
        }
        isOver = true;
        for (Thread each : threads) {
            each.join();
        }
        long times = Weft.preempted();
        System.out.println("preempted: " + (isCounted ? String.valueOf(times >= 2L * count) : times));
    }
}

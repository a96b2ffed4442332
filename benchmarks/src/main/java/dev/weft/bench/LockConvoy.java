package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A hundred threads take the same lock again and again, and let others run while they hold it; the time of one turn.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LockConvoy {
    private static final int THREADS = 100;
    private static final int TURNS = 100;

    /** A fair {@code ReentrantLock}. */
    @Benchmark
    @OperationsPerInvocation(THREADS * TURNS)
    public long fairLock() throws InterruptedException {
        return convoy(THREADS, TURNS, new Locked(new ReentrantLock(true)));
    }

    /** A {@code ReentrantLock} that is not fair. */
    @Benchmark
    @OperationsPerInvocation(THREADS * TURNS)
    public long lock() throws InterruptedException {
        return convoy(THREADS, TURNS, new Locked(new ReentrantLock()));
    }

    /** A monitor. */
    @Benchmark
    @OperationsPerInvocation(THREADS * TURNS)
    public long monitor() throws InterruptedException {
        return convoy(THREADS, TURNS, new Synchronized());
    }

    /** Number of turns. */
    static long convoy(int threads, int turns, Turnstile turnstile) throws InterruptedException {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = ThreadMaker.make(() -> {
                for (int turn = 0; turn < turns; turn++) {
                    turnstile.pass();
                }
            });
        }
        ThreadMaker.runAll(all);
        return turnstile.passed;
    }

    abstract static class Turnstile {
        /** Guarded by the lock that is measured. */
        long passed;

        abstract void pass();
    }

    static final class Locked extends Turnstile {
        private final ReentrantLock lock;

        Locked(ReentrantLock lock) {
            this.lock = lock;
        }

        @Override
        void pass() {
            lock.lock();
            try {
                passed++;
                Thread.yield();
            } finally {
                lock.unlock();
            }
        }
    }

    static final class Synchronized extends Turnstile {
        @Override
        synchronized void pass() {
            passed++;
            Thread.yield();
        }
    }
}

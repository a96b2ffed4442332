package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Threads that do nearly nothing are started and joined, from a thread of the same kind; the time of one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StartJoin {
    private static final int THREADS = 1_000;

    /** One after the other. */
    @Benchmark
    @OperationsPerInvocation(THREADS)
    public long oneByOne() throws InterruptedException {
        return startAndJoin(THREADS, 1);
    }

    /** All started, then all joined. */
    @Benchmark
    @OperationsPerInvocation(THREADS)
    public long thousand() throws InterruptedException {
        return startAndJoin(THREADS, THREADS);
    }

    /** Number of threads that have run. */
    static long startAndJoin(int threads, int together) throws InterruptedException {
        LongAdder ran = new LongAdder();
        ThreadMaker.runAll(ThreadMaker.make(() -> {
            try {
                for (int i = 0; i < threads; i += together) {
                    ThreadMaker.runAll(batch(together, ran));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        return ran.sum();
    }

    private static Thread[] batch(int size, LongAdder ran) {
        Thread[] batch = new Thread[size];
        for (int i = 0; i < size; i++) {
            batch[i] = ThreadMaker.make(ran::increment);
        }
        return batch;
    }
}

package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Many threads sleep a few times for a short while; the time until all have ended (at least the sleeps' sum). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SleepStorm {
    private static final int SLEEPS = 10;

    /** Number of threads. */
    @Param("2000")
    public int threads;

    /** All threads sleep 10 times 5 ms. */
    @Benchmark
    public long sleeps() throws InterruptedException {
        return storm(threads, SLEEPS);
    }

    /** Number of sleeps. */
    static long storm(int threads, int sleeps) throws InterruptedException {
        LongAdder slept = new LongAdder();
        Thread[] sleepers = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            sleepers[i] = ThreadMaker.make(() -> {
                try {
                    for (int j = 0; j < sleeps; j++) {
                        Thread.sleep(5);
                        slept.increment();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        ThreadMaker.runAll(sleepers);
        return slept.sum();
    }
}

package dev.weft.bench;

import dev.weft.bench.shape.Shapes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Code that never suspends, in a thread of its own: what the twins cost. Each thread runs for tens of milliseconds,
 * against which its start, which takes a kernel thread 0.15 ms, is nothing on any runtime.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class NeverSuspending {
    private static final int RUNS = 24;

    /** What is run. */
    @Param
    public Shapes shape;

    /** The sum of the shape's check sums. */
    @Benchmark
    @OperationsPerInvocation(RUNS)
    public long run() throws InterruptedException {
        return runInThread(shape, RUNS);
    }

    static long runInThread(Shapes shape, int runs) throws InterruptedException {
        long[] result = new long[1];
        ThreadMaker.runAll(ThreadMaker.make(() -> {
            for (int i = 0; i < runs; i++) {
                result[0] += shape.run();
            }
        }));
        return result[0];
    }
}

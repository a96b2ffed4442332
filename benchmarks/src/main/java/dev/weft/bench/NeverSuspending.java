package dev.weft.bench;

import dev.weft.bench.shape.Shapes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Code that never suspends, in a thread of its own: what the twins cost. Each call runs for some milliseconds, against
 * which the start of the thread is nothing on any runtime.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class NeverSuspending {
    /** What is run. */
    @Param
    public Shapes shape;

    /** The shape's check sum. */
    @Benchmark
    public long run() throws InterruptedException {
        return runInThread(shape);
    }

    static long runInThread(Shapes shape) throws InterruptedException {
        long[] result = new long[1];
        ThreadMaker.runAll(ThreadMaker.make(() -> result[0] = shape.run()));
        return result[0];
    }
}

package dev.weft.bench;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two threads send a number to and fro through two blocking queues; the time of one message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class QueuePingPong {
    private static final int MESSAGES = 20_000;

    /** {@code ArrayBlockingQueue} with one place. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long arrayBlockingQueue() throws InterruptedException {
        return pingPong(MESSAGES, new ArrayBlockingQueue<>(1), new ArrayBlockingQueue<>(1));
    }

    /** {@code SynchronousQueue}. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long synchronousQueue() throws InterruptedException {
        return pingPong(MESSAGES, new SynchronousQueue<>(), new SynchronousQueue<>());
    }

    /** The last number, which each receiver has increased by one: the number of messages. */
    static long pingPong(int messages, BlockingQueue<Long> there, BlockingQueue<Long> back)
            throws InterruptedException {
        long[] last = new long[1];
        int turns = messages / 2;
        Thread serving = ThreadMaker.makeBlocking(() -> {
            for (int i = 0; i < turns; i++) {
                there.put(last[0]);
                last[0] = back.take() + 1;
            }
        });
        Thread answering = ThreadMaker.makeBlocking(() -> {
            for (int i = 0; i < turns; i++) {
                back.put(there.take() + 1);
            }
        });
        ThreadMaker.runAll(serving, answering);
        return last[0];
    }
}

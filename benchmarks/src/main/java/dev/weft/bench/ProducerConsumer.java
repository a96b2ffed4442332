package dev.weft.bench;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Some threads put numbers into one queue, as many others take them out; the time of one number. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProducerConsumer {
    private static final int MESSAGES = 40_000;

    /** The queue between them. */
    public enum Queue {
        /** With 100 places. */
        ARRAY(() -> new ArrayBlockingQueue<>(100)),
        /** With 100 places. */
        LINKED(() -> new LinkedBlockingQueue<>(100)),
        /** With none. */
        SYNCHRONOUS(SynchronousQueue::new);

        private final Supplier<BlockingQueue<Integer>> maker;

        Queue(Supplier<BlockingQueue<Integer>> maker) {
            this.maker = maker;
        }
    }

    /** The queue between them. */
    @Param
    public Queue queue;

    /** Number of producers, and of consumers. */
    @Param("10")
    public int pairs;

    /** The sum of what was taken. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long message() throws InterruptedException {
        return exchange(queue, pairs, MESSAGES);
    }

    /** The sum of what was taken: each of the pairs puts and takes the numbers below {@code messages / pairs}. */
    static long exchange(Queue kind, int pairs, int messages) throws InterruptedException {
        BlockingQueue<Integer> queue = kind.maker.get();
        LongAdder sum = new LongAdder();
        Thread[] threads = new Thread[2 * pairs];
        int each = messages / pairs;
        for (int i = 0; i < pairs; i++) {
            threads[2 * i] = ThreadMaker.makeBlocking(() -> {
                for (int number = 0; number < each; number++) {
                    queue.put(number);
                }
            });
            threads[2 * i + 1] = ThreadMaker.makeBlocking(() -> {
                long mine = 0;
                for (int number = 0; number < each; number++) {
                    mine += queue.take();
                }
                sum.add(mine);
            });
        }
        ThreadMaker.runAll(threads);
        return sum.sum();
    }
}

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
    static long pingPong(int messages, BlockingQueue<Long> there, BlockingQueue<Long> back) throws InterruptedException {
        Player first = new Player(messages / 2, back, there);
        Player second = new Player(messages / 2, there, back);
        Thread serving = ThreadMaker.make(() -> {
            try {
                there.put(0L);
                first.play();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Thread answering = ThreadMaker.make(() -> {
            try {
                second.play();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        ThreadMaker.runAll(serving, answering);
        return first.last;
    }

    private static final class Player {
        private final int turns;
        private final BlockingQueue<Long> in;
        private final BlockingQueue<Long> out;
        private long last;

        private Player(int turns, BlockingQueue<Long> in, BlockingQueue<Long> out) {
            this.turns = turns;
            this.in = in;
            this.out = out;
        }

        private void play() throws InterruptedException {
            boolean serves = in != out && last == 0;
            for (int i = 1; i <= turns; i++) {
                last = in.take() + 1;
                if (i < turns || !isLast(serves)) {
                    out.put(last);
                }
            }
        }

        private boolean isLast(boolean serves) {
            return serves && last == 2L * turns;
        }
    }
}

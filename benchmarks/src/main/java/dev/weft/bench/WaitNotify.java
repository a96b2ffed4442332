package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two threads take turns by {@code Object.wait} and {@code notify}; the time of one hand-over. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WaitNotify {
    private static final int HOPS = 20_000;

    /** Number of hand-overs seen. */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long pingPong() throws InterruptedException {
        return pingPong(HOPS);
    }

    static long pingPong(int hops) throws InterruptedException {
        Court court = new Court(hops);
        ThreadMaker.runAll(ThreadMaker.make(() -> court.play(0)), ThreadMaker.make(() -> court.play(1)));
        return court.ball;
    }

    private static final class Court {
        private final int end;
        private int ball;

        private Court(int end) {
            this.end = end;
        }

        private void play(int side) {
            try {
                for (int turn = side; turn < end; turn += 2) {
                    hit(turn);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void hit(int turn) throws InterruptedException {
            while (ball != turn) {
                wait();
            }
            ball++;
            notify();
        }
    }
}

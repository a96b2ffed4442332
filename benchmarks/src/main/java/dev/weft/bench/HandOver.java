package dev.weft.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two threads take turns by {@code LockSupport.park} and {@code unpark}; the time of one hand-over. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOver {
    private static final int HOPS = 20_000;

    /** Number of hand-overs seen, which is {@link #HOPS}. */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long lockSupport() throws InterruptedException {
        return handOver(HOPS);
    }

    static long handOver(int hops) throws InterruptedException {
        Side even = new Side(hops - hops / 2);
        Side odd = new Side(hops / 2);
        even.other = odd;
        odd.other = even;
        even.mine = true;
        ThreadMaker.runAll(even.thread, odd.thread);
        return even.seen + odd.seen;
    }

    private static final class Side implements Runnable {
        private final Thread thread = ThreadMaker.make(this);
        private final int turns;
        private Side other;
        private volatile boolean mine;
        private long seen;

        private Side(int turns) {
            this.turns = turns;
        }

        @Override
        public void run() {
            for (int i = 0; i < turns; i++) {
                while (!mine) {
                    LockSupport.park();
                }
                mine = false;
                seen++;
                other.mine = true;
                LockSupport.unpark(other.thread);
            }
        }
    }
}

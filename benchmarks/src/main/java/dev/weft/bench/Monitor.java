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

/** Monitors that nobody competes for: entered and left, and held over a suspension. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Monitor {
    private static final int ENTERS = 200_000;
    private static final int HOPS = 20_000;

    /** A {@code synchronized} block around an addition, in a thread of its own. */
    @Benchmark
    @OperationsPerInvocation(ENTERS)
    public long block() throws InterruptedException {
        return count(new Counter(), ENTERS, false);
    }

    /** A {@code synchronized} method that adds, in a thread of its own. */
    @Benchmark
    @OperationsPerInvocation(ENTERS)
    public long method() throws InterruptedException {
        return count(new Counter(), ENTERS, true);
    }

    /** A hand-over as in {@link HandOver}, each thread holding a monitor of its own while parked. */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long parkInside() throws InterruptedException {
        return handOver(HOPS, true);
    }

    /** The same without the monitors: the base of {@link #parkInside}. */
    @Benchmark
    @OperationsPerInvocation(HOPS)
    public long parkOutside() throws InterruptedException {
        return handOver(HOPS, false);
    }

    static long count(Counter counter, int times, boolean byMethod) throws InterruptedException {
        ThreadMaker.runAll(ThreadMaker.make(() -> {
            for (int i = 0; i < times; i++) {
                if (byMethod) {
                    counter.add();
                } else {
                    counter.addInBlock();
                }
            }
        }));
        return counter.value;
    }

    static long handOver(int hops, boolean inside) throws InterruptedException {
        Side even = new Side(hops / 2, inside);
        Side odd = new Side(hops / 2, inside);
        even.other = odd;
        odd.other = even;
        even.mine = true;
        ThreadMaker.runAll(even.thread, odd.thread);
        return even.seen + odd.seen;
    }

    static final class Counter {
        private long value;

        private synchronized void add() {
            value++;
        }

        private void addInBlock() {
            synchronized (this) {
                value++;
            }
        }
    }

    private static final class Side implements Runnable {
        private final Thread thread = ThreadMaker.make(this);
        private final int turns;
        private final boolean inside;
        private Side other;
        private volatile boolean mine;
        private long seen;

        private Side(int turns, boolean inside) {
            this.turns = turns;
            this.inside = inside;
        }

        @Override
        public void run() {
            for (int i = 0; i < turns; i++) {
                if (inside) {
                    awaitInside();
                } else {
                    await();
                }
                mine = false;
                seen++;
                other.mine = true;
                LockSupport.unpark(other.thread);
            }
        }

        private synchronized void awaitInside() {
            await();
        }

        private void await() {
            while (!mine) {
                LockSupport.park();
            }
        }
    }
}

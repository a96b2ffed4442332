package dev.weft.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Monitors that nobody competes for, on a platform thread: a worker of a ForkJoinPool, which is one under Weft as well.
 * Meanwhile so many other threads are parked inside monitors of their own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PlainMonitor {
    private static final int ENTERS = 200_000;

    /** Threads parked inside a monitor. */
    @Param({"0", "10000"})
    public int parked;

    private final CountDownLatch go = new CountDownLatch(1);
    private Thread[] threads = {};

    /** Starts them, and waits until each is inside. */
    @Setup
    public void park() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(parked);
        threads = new Thread[parked];
        for (int i = 0; i < parked; i++) {
            Object lock = new Object();
            threads[i] = ThreadMaker.make(() -> parkIn(lock, inside, go));
            threads[i].start();
        }
        inside.await();
    }

    private static void parkIn(Object lock, CountDownLatch inside, CountDownLatch go) {
        synchronized (lock) {
            inside.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Ends them. */
    @TearDown
    public void release() throws InterruptedException {
        go.countDown();
        for (Thread each : threads) {
            each.join();
        }
    }

    /** A {@code synchronized} block around an addition. */
    @Benchmark
    @OperationsPerInvocation(ENTERS)
    public long block() {
        return ForkJoinPool.commonPool()
                .submit(() -> blocks(new Counter(), ENTERS))
                .join();
    }

    /** A {@code synchronized} method that adds. */
    @Benchmark
    @OperationsPerInvocation(ENTERS)
    public long method() {
        return ForkJoinPool.commonPool()
                .submit(() -> methods(new Counter(), ENTERS))
                .join();
    }

    /** The same with an object of the class that the parked threads use. */
    @Benchmark
    @OperationsPerInvocation(ENTERS)
    public long blockOfSameClass() {
        return ForkJoinPool.commonPool()
                .submit(() -> blocks(new Object(), ENTERS))
                .join();
    }

    static long blocks(Counter counter, int times) {
        for (int i = 0; i < times; i++) {
            synchronized (counter) {
                counter.value++;
            }
        }
        return counter.value;
    }

    static long blocks(Object lock, int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            synchronized (lock) {
                sum += i;
            }
        }
        return sum;
    }

    static long methods(Counter counter, int times) {
        for (int i = 0; i < times; i++) {
            counter.add();
        }
        return counter.value;
    }

    static final class Counter {
        private long value;

        private synchronized void add() {
            value++;
        }
    }
}

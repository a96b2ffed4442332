package dev.weft.bench.local;

import com.sun.management.OperatingSystemMXBean;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * What it costs a thread to read five values that it has inherited. Arguments: the kind, and {@code here} to read in
 * the platform thread that has bound them; prints nanoseconds of the process's processor time per value, a line for
 * each round. A fence stands before each five: it costs nothing on x86, and keeps compilers from reading once for all.
 * What the loop itself takes is told by {@code none}.
 */
public final class ContextReads {
    private static final int READS = 200_000_000;
    private static final int ROUNDS = 8;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ContextReads() {}

    /** See the class. */
    public static void main(String[] args) {
        Bound bound = Bound.of(args[0]);
        if (args.length > 1) {
            bound.run(start -> rounds(bound));
        } else {
            bound.run(start -> runIn(start, () -> rounds(bound)));
        }
    }

    private static void runIn(Consumer<Runnable> start, Runnable task) {
        CountDownLatch isDone = new CountDownLatch(1);
        start.accept(() -> {
            task.run();
            isDone.countDown();
        });
        try {
            isDone.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void rounds(Bound bound) {
        for (int i = 0; i < ROUNDS; i++) {
            System.out.printf("%.2f%n", round(bound));
        }
    }

    private static double round(Bound bound) {
        long sum = 0;
        long began = SYSTEM.getProcessCpuTime();
        for (int i = 0; i < READS; i++) {
            VarHandle.acquireFence();
            sum += bound.read();
        }
        long nanos = SYSTEM.getProcessCpuTime() - began;
        if (sum != 15L * READS) {
            throw new IllegalStateException("wrong values");
        }
        return (double) nanos / READS / Bound.COUNT;
    }
}

package dev.weft.bench.local;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What it costs a thread to read five values that it has inherited. Argument: the kind; prints nanoseconds of the
 * process's processor time per value, a line for each round. To be run with {@code
 * -XX:CompileCommand=dontinline,*Bound*::read*}: else the compiler reads once for all rounds. A fifth of a call,
 * which {@code none} tells, is among them.
 */
public final class ContextReads {
    private static final int READS = 40_000_000;
    private static final int ROUNDS = 8;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ContextReads() {}

    /** See the class. */
    public static void main(String[] args) {
        Bound bound = Bound.of(args[0]);
        bound.run(start -> {
            Thread[] self = new Thread[1];
            start.accept(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    System.out.printf("%.2f%n", round(bound));
                }
                self[0] = Thread.currentThread();
                synchronized (self) {
                    self.notifyAll();
                }
            });
            synchronized (self) {
                while (self[0] == null) {
                    try {
                        self.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
    }

    private static double round(Bound bound) {
        long sum = 0;
        long began = SYSTEM.getProcessCpuTime();
        for (int i = 0; i < READS; i++) {
            sum += bound.read();
        }
        long nanos = SYSTEM.getProcessCpuTime() - began;
        if (sum != 15L * READS) {
            throw new IllegalStateException("wrong values");
        }
        return (double) nanos / READS / Bound.COUNT;
    }
}

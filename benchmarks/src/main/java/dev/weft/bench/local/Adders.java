package dev.weft.bench.local;

import com.sun.management.OperatingSystemMXBean;
import dev.weft.bench.ThreadMaker;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How fast threads add to one {@link LongAdder}. Argument: how many threads; prints nanoseconds of the process's
 * processor time per addition, a line for each round.
 */
public final class Adders {
    private static final int ADDITIONS = 80_000_000;
    private static final int WARM_UPS = 4;
    private static final int ROUNDS = 8;

    private Adders() {}

    /** See the class. */
    public static void main(String[] args) throws InterruptedException {
        int count = Integer.parseInt(args[0]);
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        for (int i = 0; i < WARM_UPS + ROUNDS; i++) {
            long before = system.getProcessCpuTime();
            round(count);
            if (i >= WARM_UPS) {
                System.out.printf("%.2f%n", (double) (system.getProcessCpuTime() - before) / ADDITIONS);
            }
        }
    }

    private static void round(int count) throws InterruptedException {
        LongAdder adder = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = ThreadMaker.make(() -> add(adder, ADDITIONS / count));
            threads.add(thread);
            thread.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        if (adder.sum() != (long) ADDITIONS / count * count) {
            throw new IllegalStateException("lost additions");
        }
    }

    private static void add(LongAdder adder, int times) {
        for (int i = 0; i < times; i++) {
            adder.increment();
        }
    }
}

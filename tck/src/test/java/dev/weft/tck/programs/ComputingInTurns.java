package dev.weft.tck.programs;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import javax.management.ObjectName;

/**
 * Threads that compute for ever, on one carrier, in a method that calls another one very often. Prints how many
 * methods the class cache keeps as quiet before the program ends, whether those threads were made to leave the carrier
 * again and again, and where that cache is.
 */
public final class ComputingInTurns {
    private static final int THREADS = 4;
    private static final long NANOS = 4_000_000_000L;

    /** Fewer than there are turns on a busy machine; a thread that cannot leave takes none. */
    private static final long TURNS = 8;

    /** For all that is known of an interface, a call may wait. */
    private static final LongBinaryOperator STEP = ComputingInTurns::step;

    private static volatile long sum;

    private ComputingInTurns() {}

    /** Runs. */
    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(ComputingInTurns::compute);
            threads.add(thread);
            thread.start();
        }
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.sleep(10);
        }
        long turns = (Long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.weft:type=Fibers"), "Preempted");
        Path folder = KeptExperience.folder();
        System.out.println(KeptExperience.quiet(folder) + " " + (turns < TURNS ? "no" : "many") + " turns " + folder);
        // the threads are still at it
        System.exit(0);
    }

    private static void compute() {
        for (; ; ) {
            long result = sum;
            for (int i = 0; i < 1_000; i++) {
                result = STEP.applyAsLong(result, i);
            }
            sum = result;
        }
    }

    private static long step(long result, long i) {
        return result * 31 + i;
    }
}

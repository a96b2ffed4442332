package dev.weft.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What {@code benchmarks/observe} has profiled: threads that wait, and spend most of their processor time in three
 * methods, below callers that are parked meanwhile. For each line of standard input it prints the nanoseconds of
 * processor time that were spent in each of the three. It ends where its input does.
 */
public final class Profiled {
    private static final AtomicLongArray SPENT = new AtomicLongArray(3);
    private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();

    private static volatile long sink;

    private Profiled() {}

    private static void six(int unit) {
        long x = 1;
        for (int i = 0; i < 6 * unit; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    private static void three(int unit) {
        long x = 2;
        for (int i = 0; i < 3 * unit; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    private static void one(int unit) {
        long x = 3;
        for (int i = 0; i < unit; i++) {
            x = x * 31 + (x >>> 7 ^ i);
        }
        sink = x;
    }

    /** The last of them directly in front of the wait. */
    private static void round(int unit) throws InterruptedException {
        Thread.sleep(1);
        long start = BEAN.getCurrentThreadCpuTime();
        six(unit);
        long second = BEAN.getCurrentThreadCpuTime();
        three(unit);
        long last = BEAN.getCurrentThreadCpuTime();
        one(unit);
        long end = BEAN.getCurrentThreadCpuTime();
        SPENT.addAndGet(0, second - start);
        SPENT.addAndGet(1, last - second);
        SPENT.addAndGet(2, end - last);
    }

    private static void rounds(int unit) throws InterruptedException {
        for (; ; ) {
            round(unit);
        }
    }

    /** Takes the number of threads, and how many steps the shortest of the methods has. */
    public static void main(String[] args) throws IOException {
        int unit = Integer.parseInt(args[1]);
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            Thread thread = ThreadMaker.makeBlocking(() -> rounds(unit));
            thread.setDaemon(true);
            thread.start();
        }
        System.out.println("ready");
        while (System.in.read() >= 0) {
            System.out.println(SPENT.get(0) + " " + SPENT.get(1) + " " + SPENT.get(2));
        }
    }
}

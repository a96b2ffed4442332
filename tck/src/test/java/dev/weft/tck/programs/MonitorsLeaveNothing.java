package dev.weft.tck.programs;

import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;

/**
 * Suspends many times inside monitors of ever new objects, in a small heap, and prints what the runtime still keeps of
 * them. The argument is the number of suspensions.
 */
public final class MonitorsLeaveNothing {
    private static final int THREADS = 100;

    private MonitorsLeaveNothing() {}

    private static void suspend(int times) {
        for (int i = 0; i < times; i++) {
            // an object that is as large as many entries would be
            byte[] lock = new byte[100];
            synchronized (lock) {
                if ((i & 1023) == 0) {
                    LockSupport.parkNanos(1);
                } else {
                    Thread.yield();
                }
            }
        }
    }

    /** See the class. */
    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]) / THREADS;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Thread(() -> suspend(times));
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        Method entries = Class.forName("jdk.internal.weft.monitor.Monitors").getMethod("entries");
        // the JDK's own threads wait for references to be enqueued, each at one monitor
        boolean areFew = (Integer) entries.invoke(null) < 10;
        System.out.println("suspensions: " + (long) times * THREADS + ", few entries left: " + areFew);
    }
}

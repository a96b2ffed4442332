package dev.weft.tck.programs;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for threads that are to end by themselves. */
final class Endings {
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private Endings() {}

    /** Starts the threads, tells them to end after so many seconds, and {@linkplain #await waits}. */
    static boolean after(int seconds, List<Thread> threads, Runnable end) throws InterruptedException {
        for (Thread each : threads) {
            each.start();
        }
        TimeUnit.SECONDS.sleep(seconds);
        end.run();
        return await(threads);
    }

    /** True if all end within a minute; else the first one that does not is printed, with its stack. */
    static boolean await(List<Thread> threads) throws InterruptedException {
        boolean haveAllEnded = true;
        long start = System.nanoTime();
        for (Thread each : threads) {
            each.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS - (System.nanoTime() - start))));
            if (each.isAlive() && haveAllEnded) {
                haveAllEnded = false;
                System.out.println(each.getName() + " is still " + each.getState());
                for (StackTraceElement frame : each.getStackTrace()) {
                    System.out.println("\tat " + frame);
                }
            }
        }
        return haveAllEnded;
    }
}

package dev.weft.tck;

import java.util.concurrent.locks.LockSupport;

/** Calls that suspend the calling fiber for a moment, and so make its frames be saved and restored. */
public final class Suspend {
    private Suspend() {}

    /** Suspends twice: by a yield, and by a short park. */
    public static void now() {
        Thread.yield();
        LockSupport.parkNanos(1_000);
    }

    /** Suspends, then returns its argument. */
    public static <T> T with(T value) {
        now();
        return value;
    }

    /** Suspends, then returns its argument. */
    public static int with(int value) {
        Thread.yield();
        return value;
    }

    /** Suspends, then returns its argument. */
    public static long with(long value) {
        Thread.yield();
        return value;
    }

    /** Suspends, then returns its argument. */
    public static double with(double value) {
        Thread.yield();
        return value;
    }

    /** Suspends, then returns its argument. */
    public static float with(float value) {
        Thread.yield();
        return value;
    }

    /** Suspends, then returns its argument. */
    public static boolean with(boolean value) {
        Thread.yield();
        return value;
    }

    /** Suspends, then throws its argument. */
    public static <T extends Throwable> void andThrow(T failure) throws T {
        now();
        throw failure;
    }
}

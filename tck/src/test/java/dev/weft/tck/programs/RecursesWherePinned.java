package dev.weft.tck.programs;

import java.util.concurrent.locks.LockSupport;

/** A recursion without end that waits now and then, where the caller cannot be left: its stack overflows. */
public final class RecursesWherePinned {
    private static final int WAIT = 64;

    private RecursesWherePinned() {}

    /** Its initializer is the caller that stays. */
    private static final class Initialized {
        static final String FOUND = overflow();
    }

    private static int below(int depth, boolean isParked) {
        if (depth % WAIT == 0) {
            if (isParked) {
                LockSupport.parkNanos(1);
            } else {
                Thread.yield();
            }
        }
        return below(depth + 1, isParked) + 1;
    }

    private static String overflow() {
        StringBuilder found = new StringBuilder();
        for (boolean isParked : new boolean[] {false, true}) {
            try {
                below(1, isParked);
            } catch (StackOverflowError e) {
                found.append(isParked ? "parks, " : "yields, ").append(e.getStackTrace()[0].getMethodName());
            }
        }
        return found.toString();
    }

    private static void run() {
        // the VM takes this lock itself, so no fiber leaves it
        synchronized (ClassLoader.getSystemClassLoader()) {
            System.out.println("lock: " + overflow());
        }
        System.out.println("initializer: " + Initialized.FOUND);
    }

    /** Prints what has overflowed, and where. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(RecursesWherePinned::run);
        thread.start();
        thread.join();
    }
}

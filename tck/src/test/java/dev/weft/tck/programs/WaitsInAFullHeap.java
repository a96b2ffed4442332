package dev.weft.tck.programs;

import dev.weft.tck.Suspend;

/**
 * A platform thread waits for a moment, ten times, while there is no memory: {@code Object.wait} of the VM needs none.
 * Before that, a fiber has suspended in a monitor, from when on the runtime keeps the account of who waits.
 */
public final class WaitsInAFullHeap {
    private static final Object MONITOR = new Object();

    private WaitsInAFullHeap() {}

    private static final class Suspender implements Runnable {
        @Override
        public void run() {
            synchronized (MONITOR) {
                Suspend.now();
            }
        }
    }

    /** Prints one line: how many waits have failed. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Suspender());
        thread.start();
        thread.join();
        int failed = 0;
        synchronized (MONITOR) {
            MONITOR.wait(1);
            for (int i = 0; i < 10; i++) {
                OutOfMemoryError full = FullHeap.fill();
                try {
                    MONITOR.wait(1);
                } catch (OutOfMemoryError e) {
                    failed += full == null ? 0 : 1;
                }
            }
        }
        FullHeap.filled = null;
        System.out.println("failed: " + failed);
    }
}

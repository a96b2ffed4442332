package dev.weft.tck.programs;

import java.util.concurrent.locks.LockSupport;

/** A fiber that waits, one that blocks its carrier meanwhile, and one that has no carrier but for the watchdog. */
public final class RecordedThreads {
    private static final Object BLOCKER = new Object();

    private RecordedThreads() {}

    private static final class Pinning {
        static final int VALUE = await();

        private static int await() {
            long end = System.nanoTime() + 500_000_000;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return 1;
        }
    }

    /** Starts them and waits for their ends. */
    public static void main(String[] args) throws Exception {
        Thread parker = new Thread(
                () -> {
                    while (!Thread.interrupted()) {
                        LockSupport.park(BLOCKER);
                    }
                },
                "parker");
        Thread pinner = new Thread(() -> System.out.println(Pinning.VALUE), "pinner");
        parker.start();
        while (parker.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        pinner.start();
        while (pinner.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        Thread other = new Thread(() -> System.out.println("other"), "other");
        other.start();
        other.join();
        pinner.join();
        parker.interrupt();
        parker.join();
    }
}

package java.weft.blocking;

import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.monitor.Waiter;

/** Waiting for a monitor that a suspended fiber owns. */
public final class Contention {
    private Contention() {}

    /**
     * Waits for the caller's turn to try again to enter. Not interruptible, as {@code monitorenter} is not.
     *
     * @param monitor object whose monitor the caller does not really hold
     */
    public static void await(Object monitor) {
        Waiting.makeWay();
        Thread me = Thread.currentThread();
        boolean interrupted = false;
        // looks again before it returns: to resume the caller takes its monitors back, which wakes those who wait for
        // them
        try {
            for (Waiter waiter = Monitors.queue(monitor, me); waiter != null; waiter = Monitors.queue(monitor, me)) {
                try {
                    interrupted |= untilGranted(waiter);
                } catch (Throwable t) {
                    Monitors.abandon(waiter);
                    throw t;
                }
            }
        } finally {
            if (interrupted) {
                JdkAccess.giveInterrupt(me);
            }
        }
    }

    /** Waits; true if an interrupt status was taken, see {@link Waiting#takeInterrupt}. */
    static boolean untilGranted(Waiter waiter) {
        boolean interrupted = false;
        try {
            while (!waiter.granted()) {
                interrupted |= Waiting.takeInterrupt();
                Waiting.await(0);
            }
        } catch (Throwable t) {
            if (interrupted) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
            throw t;
        }
        return interrupted;
    }
}

package java.weft.blocking;

import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.monitor.Waiter;

/**
 * {@code Object.wait} in twins: while the fiber is suspended here its callers have detached their monitors, and the one
 * that it waits on has no owner.
 *
 * <p>Only the twins of these methods release the caller's real holds; plain code calls {@code WovenCode.wait}.
 */
public final class MonitorWait {
    private MonitorWait() {}

    /** {@code Object.wait()}. */
    public static void wait(Object monitor) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait()");
        }
        wait(monitor, 0L);
    }

    /** {@code Object.wait(long, int)}. */
    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait(long, int)");
        }
        wait(monitor, Monitors.millis(millis, nanos));
    }

    /** {@code Object.wait(long)}. */
    public static void wait(Object monitor, long millis) throws InterruptedException {
        if (monitor == null) {
            throw Monitors.nullReceiver("wait(long)");
        }
        Thread me = Thread.currentThread();
        Waiter waiter = Monitors.beginWait(monitor, millis, me);
        if (waiter == null) {
            Monitors.waitPlain(monitor, millis);
            return;
        }
        long nanos = millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            untilDecided(waiter, nanos, start);
            if (waiter.isPinned()) {
                Monitors.leaveWait(waiter);
            } else {
                interrupted = untilEntered(waiter);
            }
        } catch (Throwable t) {
            Monitors.leaveWait(waiter);
            throw t;
        }
        if (waiter.isPinned()) {
            long left = (nanos - (System.nanoTime() - start)) / 1_000_000;
            Monitors.waitPlain(monitor, millis == 0 ? 0 : Math.max(1, left));
            return;
        }
        if (interrupted) {
            JdkAccess.giveInterrupt(me);
        }
        if (waiter.isInterrupted()) {
            throw new InterruptedException();
        }
    }

    private static void untilDecided(Waiter waiter, long nanos, long start) {
        for (Monitors.lookForMemory(waiter); waiter.isWaiting(); Monitors.lookForMemory(waiter)) {
            if (nanos == 0) {
                Waiting.await(0);
                continue;
            }
            long left = nanos - (System.nanoTime() - start);
            if (left <= 0) {
                waiter.timeOut();
            } else {
                Waiting.await(left);
            }
        }
    }

    /** Owns the monitor again on return; true if an interrupt came after the wait was decided. */
    private static boolean untilEntered(Waiter waiter) {
        if (waiter.isInterrupted()) {
            // the exception takes the flag; it must be down before anything parks
            Thread.interrupted();
        }
        boolean interrupted = waiter.isNotified() && Contention.untilGranted(waiter);
        while (!Monitors.endWait(waiter)) {
            interrupted |= Contention.untilGranted(waiter);
        }
        return interrupted;
    }
}

package jdk.internal.weft.monitor;

import jdk.internal.weft.JdkAccess;

/** A platform thread, or a pinned fiber with its carrier, in {@code wait}: it stands in the VM's wait set. */
final class RealWaiter extends Waiter {
    /** The carrier, if the thread is a pinned fiber, else null; set under the interruptLock before the wait begins. */
    Thread carrier;

    /** The entry's count of spurious broadcasts when the waiter lay down; guarded by the monitor. */
    int spuriousBroadcasts;

    /**
     * True if the waiter was passed over by a notification and may stand in the wait set yet; guarded by the monitor.
     */
    boolean isMonitorWaiter;

    private final boolean timed;
    private final long deadline;

    /** A waiter whose time is over after so many nanoseconds from now, or never if 0. */
    RealWaiter(Object monitor, Thread thread, long nanos) {
        super(monitor, thread, WAITING);
        timed = nanos > 0;
        deadline = System.nanoTime() + nanos;
    }

    /** Nanoseconds left; meaningless if the wait is not timed. */
    long left() {
        return deadline - System.nanoTime();
    }

    boolean isOver() {
        return timed && left() <= 0;
    }

    /**
     * Decides a wait that the VM has ended already, or is going to end without a notification. To be called before the
     * waiter is notified: a real notify for one that has left the wait set would wake another one. (If it leaves right
     * after this, that happens: a spurious wake-up, no lost one.)
     */
    void decideLate() {
        // the VM takes the flag down only when the thread has the monitor again
        if (carrier == null && JdkAccess.interrupted(thread())) {
            decide(INTERRUPTED);
        } else if (isOver()) {
            decide(TIMED_OUT);
        }
    }
}

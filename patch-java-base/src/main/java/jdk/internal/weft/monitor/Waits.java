package jdk.internal.weft.monitor;

import jdk.internal.weft.JdkAccess;

/**
 * Which monitor each fiber waits on, and the interrupts that end such waits.
 *
 * <p>An interrupt sets the fiber's flag first, and then ends its wait, if the flag still stands. A wait begins by
 * looking at the flag. Each of the last two is one step under the lock of the fiber's segment of the table: so either
 * the wait sees the flag, or the interrupt sees the wait; and an interrupt that the fiber has taken notice of ends no
 * later wait.
 */
final class Waits {
    private static final IdentityTable TABLE = new IdentityTable();

    private Waits() {}

    /** The wait that the fiber is in, or null; to others than the fiber itself a snapshot. */
    static Waiter current(Thread fiber) {
        return (Waiter) TABLE.find(fiber);
    }

    /**
     * Begins the wait of a fiber, by the carrier that calls this.
     *
     * @throws InterruptedException if the fiber was interrupted, which clears the flag; then no wait has begun
     */
    static void begin(Waiter waiter) throws InterruptedException {
        Thread fiber = waiter.thread();
        synchronized (TABLE.lock(fiber)) {
            if (takeInterrupt(fiber)) {
                throw new InterruptedException();
            }
            if (waiter instanceof RealWaiter) {
                ((RealWaiter) waiter).carrier = Thread.currentThread();
            }
            TABLE.add(waiter);
        }
    }

    /** Ends the wait of a fiber: from now on an interrupt only sets its flag. */
    static void end(Waiter waiter) {
        Thread fiber = waiter.thread();
        synchronized (TABLE.lock(fiber)) {
            TABLE.remove(waiter);
            if (waiter instanceof RealWaiter) {
                // an interrupt that came after the real wait must not hit what the carrier does next
                JdkAccess.interrupted(((RealWaiter) waiter).carrier, false);
            }
        }
    }

    /** Ends the wait of a fiber whose flag is set. The caller unparks it then. */
    static void interrupt(Thread fiber) {
        synchronized (TABLE.lock(fiber)) {
            Waiter waiter = (Waiter) TABLE.find(fiber);
            if (waiter == null || !JdkAccess.interrupted(fiber)) {
                return;
            }
            waiter.decide(Waiter.INTERRUPTED);
            if (waiter instanceof RealWaiter) {
                // also if it is notified: the VM may have woken somebody else by that
                Thread carrier = ((RealWaiter) waiter).carrier;
                JdkAccess.interrupted(carrier, true);
                JdkAccess.interrupt0(carrier);
            }
        }
    }

    /** Reads and clears the flag of the calling thread. */
    static boolean takeInterrupt(Thread thread) {
        boolean interrupted = JdkAccess.interrupted(thread);
        if (interrupted) {
            JdkAccess.interrupted(thread, false);
        }
        return interrupted;
    }

    /**
     * The fiber cannot unwind, so its wait must go on as a real one if its carrier holds the monitor: no other could
     * ever enter it to notify. As the carrier has held it all along, no notification can be lost by this.
     */
    static void refused(Thread fiber) {
        Waiter waiter = current(fiber);
        if (waiter != null && Thread.holdsLock(waiter.monitor) && waiter.decide(Waiter.PINNED)) {
            waiter.signal();
        }
    }

    /** Number of fibers in a wait. */
    static int size() {
        return TABLE.size();
    }
}

package jdk.internal.weft.monitor;

import java.weft.AbstractCarrier;
import java.weft.Blocker;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Accounts;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.StackRoom;

/**
 * Waiting in the VM's own wait set: what platform threads do, and pinned fibers with their carrier.
 *
 * <h2>Overview</h2>
 *
 * A thread stands there for one of two reasons. As a <em>waiter</em> it has called {@code wait}, and a {@link Waiter}
 * in the entry's queue says whether it was notified. As a <em>monitor waiter</em> it has entered a monitor that a
 * suspended fiber owns, in code that cannot leave the monitor in its middle. The VM wakes without distinction: so every
 * change of owner wakes all when there are monitorWaiters, and a waiter that finds itself awake without being notified
 * goes back, to the end of both queues.
 *
 * <p>But if nobody has made such a spurious broadcast since it lay down, it was woken by a {@code notify} of native
 * code, or by one that was meant for another and that the VM has given to this; that is a notification as good as any.
 * For the same reason a waiter on the {@code Thread} object of a platform thread is not in the queue at all: the VM
 * notifies it when the thread ends.
 */
final class RealWait implements Blocker {
    /** How long a thread waits at most for which there is no memory: the VM's own wait needs none. */
    private static final long UNSEEN_MILLIS = 1000;

    private final Object monitor;
    private final long millis;
    private boolean interrupted;

    private RealWait(Object monitor, long millis) {
        this.monitor = monitor;
        this.millis = millis;
    }

    // ------------------------------------------------------------------------------------------- the VM's wait

    @Override
    public void block() {
        interrupted = realWait(monitor, millis);
    }

    /** {@code Object.wait}; true if it was ended by an interrupt of the calling kernel thread. */
    private static boolean realWait(Object monitor, long millis) {
        try {
            monitor.wait(millis);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** The same on a carrier, of which the scheduler starts another one meanwhile. */
    private static boolean blockInWait(Object monitor, long millis, Thread thread) {
        Fiber fiber = Fibers.of(thread);
        if (fiber == null) {
            return realWait(monitor, millis);
        }
        Pinned.note(fiber);
        RealWait blocker;
        try {
            blocker = new RealWait(monitor, millis);
        } catch (OutOfMemoryError e) {
            // the watchdog will find the carrier
            return realWait(monitor, millis);
        }
        AbstractCarrier.blockCaller(blocker);
        return blocker.interrupted;
    }

    // ------------------------------------------------------------------------------------------- monitorWaiters

    /**
     * Waits until no other suspended fiber owns the monitor, which the calling thread really holds before and after. An
     * interrupt does not end this; it is kept for the end.
     */
    static void untilAdmitted(Entry entry, Thread thread) {
        if (entry.pass(thread)) {
            return;
        }
        boolean interrupted = false;
        Fiber fiber = Fibers.of(thread);
        entry.monitorWaiterComes();
        MonitorWaiter shown = MonitorWaiter.show(entry.key);
        Accounts.waitsReally(fiber);
        do {
            interrupted |= blockInWait(entry.key, 0, thread);
        } while (!entry.pass(thread));
        Accounts.hasWaitedReally(fiber);
        entry.monitorWaiterLeaves();
        if (shown != null) {
            shown.hide();
        }
        if (interrupted && fiber == null) {
            JdkAccess.giveInterrupt(thread);
        }
    }

    // ------------------------------------------------------------------------------------------- waiters

    /**
     * {@code Object.wait} of a platform thread or a pinned fiber, which owns the monitor, really or by detached holds.
     *
     * @param millis 0 for ever
     */
    static void await(Object monitor, long millis, Thread thread) throws InterruptedException {
        // for what is undone at the end, where another error would leave it half done
        StackRoom.require();
        Fiber fiber = Fibers.of(thread);
        synchronized (monitor) {
            RealWaiter waiter;
            Entry entry;
            try {
                waiter = new RealWaiter(monitor, thread, nanos(millis));
                entry = Entries.ensure(monitor);
            } catch (OutOfMemoryError e) {
                unseen(monitor, millis, thread);
                return;
            }
            entry.residentComes();
            try {
                if (fiber != null) {
                    Waits.begin(waiter);
                }
                waiter.saved = entry.release(thread);
                boolean interrupted;
                try {
                    Accounts.waitsReally(fiber);
                    interrupted = untilWoken(entry, waiter, millis, fiber != null);
                } finally {
                    Accounts.hasWaitedReally(fiber);
                    if (fiber != null) {
                        Waits.end(waiter);
                    }
                    entry.riseFrom(waiter);
                    untilAdmitted(entry, thread);
                    entry.restore(thread, waiter.saved);
                }
                if (interrupted) {
                    throw new InterruptedException();
                }
            } finally {
                entry.residentLeaves();
                Entries.prune(entry);
            }
        }
    }

    /**
     * Waits without a {@link Waiter}: what notifies known waiters does not reach it, nor what interrupts fibers, but it
     * wakes, as any may (JLS 17.2.1). What the thread holds by detached holds it gives up meanwhile.
     */
    private static void unseen(Object monitor, long millis, Thread thread) throws InterruptedException {
        boolean fiber = Fibers.of(thread) != null;
        if (fiber && Waits.takeInterrupt(thread)) {
            throw new InterruptedException();
        }
        Entry owned = Entries.find(monitor);
        int saved = owned == null ? 0 : owned.release(thread);
        if (saved > 0) {
            Entries.prune(owned);
        }
        try {
            long most = millis == 0 ? UNSEEN_MILLIS : Math.min(millis, UNSEEN_MILLIS);
            if (fiber) {
                blockInWait(monitor, most, thread);
            } else {
                monitor.wait(most);
            }
        } finally {
            Monitors.entered(monitor);
            if (saved > 0) {
                Entries.ensureReserved(monitor).restore(thread, saved);
            }
        }
    }

    /**
     * Waits; true if an interrupt has ended it, and the flag is cleared. A notification that is not used is passed on.
     */
    private static boolean untilWoken(Entry entry, RealWaiter waiter, long millis, boolean fiber) {
        Thread thread = waiter.thread();
        boolean known = !ThreadExit.concerns(entry.key);
        long left = millis;
        for (; ; ) {
            if (known) {
                entry.lieDown(waiter);
            }
            boolean thrown = blockInWait(entry.key, left, thread);
            entry.riseFrom(waiter);
            // woken for no reason that the table knows: notified by somebody else
            boolean byOthers = !thrown && waiter.isWaiting() && !waiter.isOver() && !entry.hasSeenBroadcast(waiter);
            if (waiter.isInterrupted() || !fiber && (thrown || JdkAccess.interrupted(thread))) {
                Waits.takeInterrupt(thread);
                if (waiter.hasNotification() || byOthers) {
                    entry.notifyOne();
                }
                return true;
            }
            boolean woken = byOthers || waiter.isOver() || !known;
            // if the decision fails an interrupt has just made it; the carrier's own, which ends the next round, is
            // under way
            if (!waiter.isWaiting() && !waiter.isInterrupted() || woken && waiter.decide(Waiter.TIMED_OUT)) {
                return false;
            }
            left = millis == 0 ? 0 : Math.max(1, millis(waiter.left()));
        }
    }

    private static long nanos(long millis) {
        return millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
    }

    /** Milliseconds, rounded up; 0 if the time is over. */
    private static long millis(long nanos) {
        return nanos <= 0 ? 0 : (nanos - 1) / 1_000_000 + 1;
    }
}

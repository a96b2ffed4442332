package jdk.internal.weft.monitor;

import java.weft.CarrierContext;
import java.weft.KeptMonitor;

/**
 * What the VM does not know of the monitor of one object: that a suspended fiber owns it, who queues up for it, who
 * waits.
 *
 * <p>Every method is called, and every field read and written, while the caller really holds the object's monitor. (One
 * exception: a thread may ask at any time whether it is the owner itself, since only itself can change that.)
 *
 * <p>Invariant: if somebody is in the entry queue and there is no owner, there is an heir. So whoever makes one of the
 * first two true calls {@link #wakeNext}, and as nothing is called when a monitor is exited, the heir's turn is
 * announced early: while the last holder may still be in; the heir then waits in the VM for the rest of its stay.
 *
 * <p>The class stays whole because its methods change the same few fields, and each must leave that invariant true.
 */
final class Entry extends Link implements KeptMonitor {
    /** How often an heir may be late before others make way. */
    private static final int MOST_IN_VAIN = 8;

    /**
     * Whose holds {@link #count} counts. Stays while there are none, so that it need not be stored again: see
     * {@link #isKept}.
     */
    private Thread holder;

    /** How many of the owner's holds are detached. */
    private int count;

    /**
     * It is idle, and only in the table because the carrier in whose {@code CarrierContext.kept} it is hopes to use it
     * again. It says no more than that there is no entry. Set and cleared by that carrier.
     */
    boolean isKept;

    /** It is not in the table any more. */
    boolean isGone;

    /** Fibers that wait to enter; first element of a ring. */
    private Waiter entryQueue;

    /** The fiber whose turn to enter was announced and which has not come yet, or null. */
    private Thread heir;

    /** How often in a row an heir has come and found another owner. */
    private int inVain;

    /** Threads in {@code wait}, oldest first; first element of a ring. */
    private Waiter waitQueue;

    /** Number of threads that stand in the VM's wait set, but not for a notification. */
    private int monitorWaiters;

    /** Number of real waiters, which refer to this entry while they wait. */
    private int residents;

    /** Counts the real {@code notifyAll}s that were made for another reason than to wake every waiter. */
    private int spuriousBroadcasts;

    Entry(Object monitor, int hash) {
        super(monitor, hash);
    }

    @Override
    public void forget(CarrierContext context) {
        Entries.forget(context);
    }

    // ------------------------------------------------------------------------------------------- owner

    /** The fiber that owns the monitor without really holding it in all its frames, or null. */
    Thread owner() {
        return count > 0 ? holder : null;
    }

    /** True if the thread, which has really entered, may stay. */
    boolean admits(Thread thread) {
        return count == 0 || holder == thread;
    }

    /** The check after a real enter; an heir has taken its turn by it. */
    boolean pass(Thread thread) {
        if (!admits(thread)) {
            return false;
        }
        if (heir == thread) {
            heir = null;
            inVain = 0;
            wakeNext();
        }
        return true;
    }

    /**
     * True if the thread, which has really entered, is to leave and let others run before it tries again: an heir,
     * which was late so often, is about to come. On few carriers it would be late each time that who leaves the monitor
     * and enters it again suspends only in there. Then it is so no more for a while: should the heir not come, nobody
     * waits for it.
     */
    boolean makesWay(Thread thread) {
        if (inVain < MOST_IN_VAIN || count > 0 || heir == null || heir == thread) {
            return false;
        }
        inVain = 0;
        return true;
    }

    /** Makes one hold of the thread a detached one; the caller leaves the real monitor once after it. */
    void detach(Thread thread) {
        hold(thread, 1);
    }

    /**
     * Stores a reference only if it is another one: under G1 that costs more than all else if this is an old object.
     */
    private void hold(Thread thread, int holds) {
        if (holder != thread) {
            holder = thread;
        }
        count += holds;
    }

    /** The reverse, after a real enter. */
    void attach() {
        if (--count == 0) {
            cleared();
        }
    }

    /** Gives up the detached holds of the thread, for a wait. Returns their number. */
    int release(Thread thread) {
        if (owner() != thread) {
            return 0;
        }
        int held = count;
        count = 0;
        cleared();
        return held;
    }

    /** Takes back what {@link #release} and the unwinding gave up; nobody else may be the owner. */
    void restore(Thread thread, int holds) {
        if (holds > 0) {
            hold(thread, holds);
        }
    }

    /** To be called whenever there is no owner any more. */
    private void cleared() {
        if (!isIdle()) {
            holder = null;
        }
        wakeNext();
        if (monitorWaiters > 0) {
            spuriousBroadcast();
        }
    }

    private void spuriousBroadcast() {
        spuriousBroadcasts++;
        key.notifyAll();
    }

    // ------------------------------------------------------------------------------------------- entering

    private void wakeNext() {
        if (count == 0 && heir == null && entryQueue != null) {
            Waiter next = entryQueue;
            unlink(next);
            heir = next.thread();
            next.grant();
        }
    }

    /** If the thread is the heir, its turn is over. True if it was. */
    boolean resign(Thread thread) {
        if (heir != thread) {
            return false;
        }
        heir = null;
        return true;
    }

    /** Queues a fiber that has found another owner: in front if it was the heir, else at the end. */
    void queue(Waiter waiter, boolean wasHeir) {
        waiter.revoke();
        waiter.entering = true;
        inVain += wasHeir ? 1 : 0;
        waiter.queued(wasHeir, entryQueue == null);
        Waiter first = Waiter.addLast(entryQueue, waiter);
        entryQueue = wasHeir ? waiter : first;
    }

    /** Forgets a fiber that will not come, whether it is queued, or its turn has come. */
    void abandon(Waiter waiter) {
        unlink(waiter);
        resign(waiter.thread());
        wakeNext();
    }

    /** Takes a waiter out of the queue that it is in, if any. */
    void unlink(Waiter waiter) {
        if (waiter.entering) {
            waiter.entering = false;
            entryQueue = Waiter.remove(entryQueue, waiter);
        } else {
            waitQueue = Waiter.remove(waitQueue, waiter);
        }
    }

    /**
     * Counts a thread that is about to wait for another owner, in the VM's wait set, and must be woken by each change.
     */
    void monitorWaiterComes() {
        monitorWaiters++;
    }

    /** The reverse. */
    void monitorWaiterLeaves() {
        monitorWaiters--;
    }

    // ------------------------------------------------------------------------------------------- waiting

    /** Appends a waiter. */
    void startWait(Waiter waiter) {
        waitQueue = Waiter.addLast(waitQueue, waiter);
    }

    /**
     * Re-enters a suspended waiter: true if it owns the monitor again, with all its holds, detached; false if it is in
     * the entry queue, because somebody else owns it.
     */
    boolean reacquire(Waiter waiter) {
        Thread thread = waiter.thread();
        unlink(waiter);
        boolean wasHeir = resign(thread);
        if (!admits(thread)) {
            queue(waiter, wasHeir);
            return false;
        }
        restore(thread, waiter.saved);
        waiter.saved = 0;
        wakeNext();
        return true;
    }

    /** True if some suspended fiber waits for a notification. */
    boolean hasSuspendedWaiter() {
        Waiter first = waitQueue;
        Waiter waiter = first;
        while (waiter != null) {
            if (waiter.isWaiting() && !(waiter instanceof RealWaiter)) {
                return true;
            }
            waiter = waiter.after == first ? null : waiter.after;
        }
        return false;
    }

    /**
     * A real waiter comes: the entry stays the object's until {@link #residentLeaves}, even if nothing else needs it.
     */
    void residentComes() {
        residents++;
    }

    /** See {@link #residentComes}. */
    void residentLeaves() {
        residents--;
    }

    /** Appends a real waiter, which is about to enter the VM's wait set. */
    void lieDown(RealWaiter waiter) {
        waiter.spuriousBroadcasts = spuriousBroadcasts;
        startWait(waiter);
    }

    /** The real waiter has left the VM's wait set. */
    void riseFrom(RealWaiter waiter) {
        unlink(waiter);
        if (waiter.isMonitorWaiter) {
            waiter.isMonitorWaiter = false;
            monitorWaiters--;
        }
    }

    /** True if a spurious broadcast has woken the waiter since it lay down. */
    boolean hasSeenBroadcast(RealWaiter waiter) {
        return waiter.spuriousBroadcasts != spuriousBroadcasts;
    }

    /**
     * {@code Object.notify}: the oldest waiter that nothing else has woken. Waiters that the table does not know (they
     * came when no monitor had ever been detached, or are the VM's) have their turn when all others have had theirs.
     */
    void notifyOne() {
        while (waitQueue != null) {
            Waiter waiter = waitQueue;
            unlink(waiter);
            RealWaiter real = waiter instanceof RealWaiter ? (RealWaiter) waiter : null;
            if (real != null) {
                real.decideLate();
            }
            if (waiter.decide(Waiter.NOTIFIED)) {
                notified(waiter);
                return;
            }
            if (real != null) {
                // it may still stand in the VM's wait set, in front of the one that is notified instead
                real.isMonitorWaiter = true;
                monitorWaiters++;
            }
        }
        realNotify();
    }

    private void notified(Waiter waiter) {
        if (!(waiter instanceof RealWaiter)) {
            queue(waiter, false);
            wakeNext();
        } else if (!hasSeenBroadcast((RealWaiter) waiter)) {
            realNotify();
        } // else a spurious broadcast has woken it already, and a real notify would wake somebody else
    }

    /** Wakes one thread of the VM's wait set, or all if some stand there for another reason. */
    private void realNotify() {
        if (monitorWaiters > 0) {
            spuriousBroadcast();
        } else {
            key.notify();
        }
    }

    /** {@code Object.notifyAll}. */
    void notifyEvery() {
        while (waitQueue != null) {
            Waiter waiter = waitQueue;
            unlink(waiter);
            if (waiter.decide(Waiter.NOTIFIED_ALL) && !(waiter instanceof RealWaiter)) {
                queue(waiter, false);
            }
        }
        wakeNext();
        key.notifyAll();
    }

    /** True if this says no more than that there is no entry. */
    boolean isIdle() {
        return count == 0 && heir == null && entryQueue == null && waitQueue == null && monitorWaiters + residents == 0;
    }
}

package jdk.internal.weft.monitor;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/**
 * A thread that waits, for a notification or to enter, at the monitor of one object.
 *
 * <pre>
 * state         meaning                                     leaves by
 * ENTERING      in the entry queue only                     -
 * WAITING       in the wait queue                           notify       -> NOTIFIED       (holder of the monitor)
 *                                                           notifyAll    -> NOTIFIED_ALL   (holder of the monitor)
 *                                                           time is over -> TIMED_OUT      (the waiter)
 *                                                           interrupt    -> INTERRUPTED    (under the interruptLock)
 *                                                           refused      -> PINNED         (the waiter, unwinding)
 * the others    decided for good; the waiter has to enter   -
 * </pre>
 *
 * <p>A {@link RealWaiter} stands in the VM's own wait set meanwhile. Any other is a fiber's, that is suspended, or
 * about to be; it is moved to the entry queue by a notification and unparked when it is {@linkplain #granted() granted}
 * its turn.
 *
 * <p>Memory effects: what a thread did before it notified or granted happens-before what the waiter does after it has
 * seen that (both are volatile here, and the monitor itself orders what it guards, JLS 17.4.5).
 */
public class Waiter extends Link {
    static final int ENTERING = 0;
    static final int WAITING = 1;
    static final int NOTIFIED = 2;
    static final int NOTIFIED_ALL = 3;
    static final int TIMED_OUT = 4;
    static final int INTERRUPTED = 5;
    static final int PINNED = 6;

    /**
     * Who has waited for so long to enter, and not alone, is to run first when its turn comes. Nobody else is called
     * until it has entered, so that behind the whole queue of a carrier one would enter per round, while all that run
     * enter before it. Before that, who finds the monitor free goes first, which costs less.
     */
    static final long LONG_NANOS = 5_000_000;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Waiter.class, "state");

    /** The object at whose monitor the thread waits. */
    final Object monitor;

    /** Neighbours in a queue, a ring; null when in none. Guarded by the monitor. */
    Waiter before;

    /** See {@link #before}. */
    Waiter after;

    /** Holds that the wait has given up and will take back; guarded by the monitor. */
    int saved;

    /** True while in the entry queue, false in the wait queue or in none; guarded by the monitor. */
    boolean entering;

    /** By {@code System.nanoTime}, since when it counts as behind others, or 0; guarded by the monitor. */
    private long since;

    private volatile int state;
    private volatile boolean granted;

    Waiter(Object monitor, Thread thread, int state) {
        super(thread, System.identityHashCode(thread));
        this.monitor = monitor;
        this.state = state;
    }

    /** A fiber that waits to enter. */
    static Waiter entering(Object monitor, Thread thread) {
        return new Waiter(monitor, thread, ENTERING);
    }

    /** A fiber in {@code wait}. */
    static Waiter suspended(Object monitor, Thread thread) {
        return new Waiter(monitor, thread, WAITING);
    }

    Thread thread() {
        return (Thread) key;
    }

    /** The object at whose monitor the thread waits. */
    public Object monitor() {
        return monitor;
    }

    /** True until the wait is decided. */
    public boolean isWaiting() {
        return state == WAITING;
    }

    /** True if the wait ends with an {@code InterruptedException}. */
    public boolean isInterrupted() {
        return state == INTERRUPTED;
    }

    /** True if a notification has put the waiter into the entry queue: it has to be granted its turn. */
    public boolean isNotified() {
        int s = state;
        return s == NOTIFIED || s == NOTIFIED_ALL;
    }

    /** True if exactly this waiter was chosen by a {@code notify}, which is lost if it then throws. */
    boolean hasNotification() {
        return state == NOTIFIED;
    }

    /** True if the fiber could not unwind, and has to go on with a real wait. */
    public boolean isPinned() {
        return state == PINNED;
    }

    /** True when it is the waiter's turn to try to enter. */
    public boolean granted() {
        return granted;
    }

    /** Ends the wait for lack of time, if nothing else has ended it. */
    public void timeOut() {
        decide(TIMED_OUT);
    }

    /** Decides the wait; false if it was decided before. */
    boolean decide(int outcome) {
        return U.compareAndSetInt(this, STATE, WAITING, outcome);
    }

    /** The waiter is queued. An heir that has found another owner was late, and is to be first the next time. */
    void queued(boolean wasHeir, boolean isAlone) {
        if (wasHeir) {
            since = System.nanoTime() - LONG_NANOS | 1;
        } else {
            since = isAlone ? 0 : System.nanoTime() | 1;
        }
    }

    /** Grants the turn, and wakes the fiber: after a long wait to run before others that may. */
    void grant() {
        granted = true;
        Fiber fiber = Fibers.of(thread());
        if (fiber != null && since != 0 && System.nanoTime() - since >= LONG_NANOS) {
            fiber.signalFirst();
        } else if (fiber != null) {
            fiber.signal();
        }
    }

    /** Takes the turn back: the waiter is queued again. */
    void revoke() {
        granted = false;
    }

    /** Wakes the fiber without granting anything. */
    void signal() {
        Fiber fiber = Fibers.of(thread());
        if (fiber != null) {
            fiber.signal();
        }
    }

    // ------------------------------------------------------------------------------------------- rings

    /** Appends to a ring. Returns the first element. */
    static Waiter addLast(Waiter first, Waiter added) {
        if (first == null) {
            added.before = added;
            added.after = added;
            return added;
        }
        Waiter last = first.before;
        last.after = added;
        added.before = last;
        added.after = first;
        first.before = added;
        return first;
    }

    /** Removes from the ring it is in; does nothing if it is in none. Returns the first element, or null. */
    static Waiter remove(Waiter first, Waiter removed) {
        Waiter next = removed.after;
        if (next == null) {
            return first;
        }
        Waiter previous = removed.before;
        removed.before = null;
        removed.after = null;
        if (next == removed) {
            return null;
        }
        previous.after = next;
        next.before = previous;
        return first == removed ? next : first;
    }
}

package java.weft.blocking;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/**
 * How the runtime itself lets a fiber wait: as by {@code LockSupport}, but with a permit of its own. So such a wait
 * neither takes the permit that the program has left for its next park, nor is it ended by the program's
 * {@code unpark}.
 *
 * <p>As there, a wait may end for no reason: the caller looks again at what it waits for. Thread-safe; what a thread
 * did before it signalled happens-before the return of the wait that the signal ends.
 */
public final class Waiting {
    private Waiting() {}

    /**
     * Waits until the calling fiber is signalled or interrupted, or the time is over. A status that was set before does
     * not end it: who is interruptible looks at it first, others leave it set, so that it can be seen while they wait.
     * (The park of a platform thread does return at once while it is set, see {@link #takeInterrupt}.) A call of this
     * is replaced, in twins and in plain copies, by one of {@code WovenCode}.
     *
     * @param nanos at most so many nanoseconds; 0 for ever
     */
    public static void await(long nanos) {
        Fiber fiber = Fibers.of(Thread.currentThread());
        if (fiber == null) {
            Unsafe.getUnsafe().park(false, nanos);
        } else {
            fiber.awaitPinned(nanos);
        }
    }

    /**
     * The same in place of a native call that waits, during which a thread is RUNNABLE.
     *
     * @param isAgain whether it goes on with the wait of an earlier call, so that both are one pin
     */
    public static void awaitInput(long nanos, boolean isAgain) {
        Fiber fiber = Fibers.of(Thread.currentThread());
        if (fiber == null) {
            Unsafe.getUnsafe().park(false, nanos);
        } else {
            fiber.awaitInputPinned(nanos, isAgain);
        }
    }

    /**
     * Others are given their turn, if {@code CarrierContext.makesWay} says so; in a simulation by chance. Calls are
     * replaced as those of await are.
     */
    public static void makeWay() {}

    /** A place where a fiber leaves that was asked to, in front of taking a lock. Calls are replaced as those. */
    public static void leaveIfAsked() {}

    /**
     * Before a wait that an interrupt must not end: takes the status of a platform thread, whose park would return at
     * once; a fiber keeps it.
     *
     * @return true if it was taken, and is to be given back at the end
     */
    public static boolean takeInterrupt() {
        return Fibers.of(Thread.currentThread()) == null && Thread.interrupted();
    }

    /** Ends the wait that the thread is in, or else its next one; what it waits for must be so already. */
    public static void signal(Thread thread) {
        Fiber fiber = Fibers.of(thread);
        if (fiber != null) {
            fiber.signal();
        } else {
            Unsafe.getUnsafe().unpark(thread);
        }
    }
}

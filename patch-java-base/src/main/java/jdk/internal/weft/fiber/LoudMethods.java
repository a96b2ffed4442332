package jdk.internal.weft.fiber;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.trace.StackTops;

/**
 * Finds methods that are called plainly, since in earlier runs of the program no fiber waited in them
 * (docs/decisions/0054), and that now keep a fiber on its carrier: it waits there, or computes and was asked to leave.
 * Calls that come later suspend, for some time at least. A thread of its own looks, a little later: what does not last
 * matters to nobody. Thread-safe.
 */
public final class LoudMethods implements Runnable {
    /** What does not last so long does not matter. */
    private static final long PATIENCE_NANOS = 2_000_000;

    /**
     * Each look stops the carrier, so that after many in vain there are pauses, ever longer; but none in which so many
     * carriers are made: the fibers that need them may all wait in one method that is called plainly.
     */
    private static final int MANY = 8;

    private static final long PAUSE_NANOS = 16_000_000;
    private static final long LONGEST_NANOS = 4_000_000_000L;

    /** Whether any method is called plainly. */
    private static volatile boolean isNeeded;

    /** Whether none is called plainly, nor will be. */
    private static volatile boolean areAllLoud;

    private static volatile Thread thread;

    /** The last fiber that was seen; the thread takes it. */
    private static volatile Fiber waiting;

    private static volatile Fiber computing;

    /** How many carriers were made; written by the watchdog only. */
    private static volatile int carriers;

    private int inVain;

    private LoudMethods() {}

    /** Some methods are called plainly from now on. */
    public static void isNeeded() {
        isNeeded = true;
    }

    /** The first fiber is about to start: from now on it is seen which methods are quiet. */
    public static void fibersBegin() {
        if (LoadTimeWeaving.isReady()) {
            LoadTimeWeaving.generators().fibersBegin();
        }
    }

    /** The fiber, which is mounted, blocks its carrier. Waits for nobody. */
    public static void waits(Fiber fiber) {
        if (isNeeded && fiber != null) {
            waiting = fiber;
            call();
        }
    }

    /** The fiber, which is mounted, was asked to leave some time ago. Waits for nobody. */
    public static void computes(Fiber fiber) {
        if (isNeeded && fiber != null) {
            computing = fiber;
            call();
        }
    }

    /** A carrier was made, in place of one that is blocked or computes. Only the watchdog calls it. */
    public static void carrierMade() {
        carriers++;
    }

    /**
     * Takes all methods for loud, for ever: the program is about to do what is wrong in a pinned fiber rather than
     * slow, as to suspend a continuation.
     */
    public static void all() {
        if (!areAllLoud && LoadTimeWeaving.isReady()) {
            LoadTimeWeaving.generators().allAreLoud();
            areAllLoud = true;
        }
    }

    private static void call() {
        Thread known = thread;
        if (known == null) {
            start();
        } else {
            Unsafe.getUnsafe().unpark(known);
        }
    }

    private static synchronized void start() {
        if (thread == null) {
            try {
                Thread made = SystemThread.make(new LoudMethods(), "weft-loud-methods");
                made.start();
                thread = made;
            } catch (OutOfMemoryError e) {
                // the next fiber that waits tries again
                waiting = null;
            }
        }
    }

    @Override
    public void run() {
        for (; ; ) {
            Fiber first = waiting;
            Fiber second = computing;
            waiting = null;
            computing = null;
            if (first == null && second == null) {
                Unsafe.getUnsafe().park(false, quietAgain());
                continue;
            }
            SystemThread.rest(PATIENCE_NANOS);
            boolean isFound = false;
            try {
                isFound = look(first, false);
                isFound |= look(second, true);
            } catch (VirtualMachineError | LinkageError | RuntimeException e) {
                // the program goes on as it is, with a pin; the next one that lasts tries again
            }
            inVain = isFound ? 0 : inVain + 1;
            if (inVain >= MANY) {
                pause(Math.min(PAUSE_NANOS << Math.min(inVain - MANY, MANY), LONGEST_NANOS));
            }
        }
    }

    /** How long none of them is quiet again; in a full heap nobody knows. */
    private static long quietAgain() {
        try {
            return LoadTimeWeaving.generators().quietAgain();
        } catch (OutOfMemoryError e) {
            return PAUSE_NANOS;
        }
    }

    /** Each further fiber that waits ends the thread's park. */
    private static void pause(long nanos) {
        int before = carriers;
        long end = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0 && carriers - before < MANY; rest = end - System.nanoTime()) {
            Unsafe.getUnsafe().park(false, rest);
        }
    }

    /**
     * A fiber that has waited, and computes by now, has other methods on its stack than those in which it waited. So it
     * must be blocked before and after its stack is read, or be in the same native method at a second look: also code
     * that computes calls some.
     */
    private static boolean look(Fiber fiber, boolean computes) {
        Thread carrier = fiber == null ? null : fiber.carrier();
        boolean waits = carrier != null && isBlocked(carrier);
        StackTraceElement[] trace = carrier == null ? null : StackTops.of(carrier);
        if (trace == null || trace.length == 0 || fiber.carrier() != carrier) {
            return false;
        }
        boolean isMeant = computes || waits && isBlocked(carrier) || trace[0].isNativeMethod() && lasts(trace, carrier);
        return isMeant && LoadTimeWeaving.generators().findLoud(trace, computes);
    }

    private static boolean lasts(StackTraceElement[] trace, Thread carrier) {
        SystemThread.rest(PATIENCE_NANOS);
        return Arrays.equals(trace, StackTops.of(carrier));
    }

    private static boolean isBlocked(Thread thread) {
        return thread.getState() != Thread.State.RUNNABLE;
    }
}

package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;

/**
 * Which fibers are woken again and again for a lock of {@code java.util.concurrent}, and find that others were faster.
 *
 * <p>Overview. Who releases such a lock wakes the first that waits, and goes on. On few carriers it takes the lock
 * again before that one runs, and if it suspends only while it has the lock, the other one is late each time. A kernel
 * takes the processor from who wakes a thread that has slept for long. So does Weft where a fiber starves: the waker is
 * asked to leave, which it does in front of the next lock. The first of a queue spins after it was woken in vain, and
 * waits again before the method of the lock or queue has returned: such mounts are counted by thread.
 *
 * <p>Threads share counts, and some get lost between carriers: then one is asked that need not be, or later only.
 */
public final class Starving {
    /** So often a thread is woken in vain before its waker is asked. */
    private static final int MANY = 6;

    private static final int BITS = 4;
    private static final int MASK = (1 << BITS) - 1;

    /** One count for each 16th thread. */
    private static long counts;

    private Starving() {}

    /** The mounted fiber spins, or waits again in the same call: it was woken in vain. */
    public static void waitsAgain(CarrierContext c) {
        if (c.mountInVain != c.mounts) {
            c.mountInVain = c.mounts;
            int place = place(c.thread);
            if ((counts >>> place & MASK) < MASK) {
                counts += 1L << place;
            }
        }
    }

    /** The calling thread has woken that of a fiber: if that one starves, the caller makes way. */
    static void wasWoken(Thread thread) {
        if (counts != 0 && (counts >>> place(thread) & MASK) >= MANY) {
            counts &= ~((long) MASK << place(thread));
            CarrierContext c = CarrierContext.ofCarrier();
            if (c != null && c.fiber != null && c.carrier.isWorker() && Preemption.IS_ON) {
                c.ask();
            }
        }
    }

    private static int place(Thread thread) {
        return ((int) JdkAccess.tid(thread) & MASK) * BITS;
    }
}

package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;

/**
 * Which fibers are woken again and again for a lock of {@code java.util.concurrent}, and find that others were faster.
 *
 * <p>Overview. Who releases such a lock wakes the first that waits, and goes on. On few carriers it takes the lock
 * again before that one runs, and if it suspends only while it has the lock, the other one is late each time. A kernel
 * takes the processor from who wakes a thread that has slept for long. So does Weft where a fiber starves: the waker is
 * asked to leave, which it does in front of the next lock. The first of a queue spins after it was woken in vain, twice
 * as often each time, so that the spins of one mount tell how many times that was.
 *
 * <p>Fibers share bits, and bits get lost between threads: then one is asked that need not be, or the next time only.
 */
public final class Starving {
    /** So many spins in one mount come after six times in vain. */
    private static final int MANY = 63;

    private static long marks;

    private Starving() {}

    /** The mounted fiber spins once. */
    public static void spins(CarrierContext c) {
        if (c.spinsSince != c.mounts) {
            c.spinsSince = c.mounts;
            c.spins = 0;
        }
        if (++c.spins >= MANY) {
            marks |= bit(c.thread);
        }
    }

    /** The calling thread has woken that of a fiber: if that one starves, the caller makes way. */
    static void wasWoken(Thread thread) {
        if (marks != 0 && (marks & bit(thread)) != 0) {
            marks &= ~bit(thread);
            CarrierContext c = CarrierContext.ofCarrier();
            if (c != null && c.fiber != null && c.carrier.isWorker() && Preemption.IS_ON) {
                c.ask();
            }
        }
    }

    private static long bit(Thread thread) {
        return 1L << JdkAccess.tid(thread);
    }
}

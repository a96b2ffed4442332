package jdk.internal.weft.management;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.weft.Frame;
import java.weft.blocking.Contention;
import java.weft.blocking.Joining;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.monitor.Waiter;
import jdk.internal.weft.trace.FrameValues;

/** What a thread waits for, and who has it; all null if nothing. A snapshot. */
final class Blockage {
    /** Frames above a contended monitor entry, or a join, that are the runtime's own. */
    private static final int OWN_FRAMES = 6;

    static final Blockage NONE = new Blockage(null, null, Kind.PARKED);

    /** The object: of a monitor that is to be entered or waited on, or the blocker of a park. */
    final Object lock;

    /** The thread that owns it, or null. */
    final Thread owner;

    /** What the thread does. */
    final Kind kind;

    private Blockage(Object lock, Thread owner, Kind kind) {
        this.lock = lock;
        this.owner = owner;
        this.kind = kind;
    }

    /** Ways to be blocked. */
    enum Kind {
        /** On the way into a monitor. */
        ENTERING,
        /** In {@code Object.wait}: who has the monitor is known, but need not be who is to notify. */
        WAITING,
        /** In {@code LockSupport.park}, or not blocked at all. */
        PARKED
    }

    /** That of a thread on its way into a monitor that another one, if it is known, really has. */
    static Blockage ofEntering(Object monitor, Thread owner) {
        return new Blockage(monitor, owner, Kind.ENTERING);
    }

    /** That of a fiber which is not mounted. */
    static Blockage ofParked(Thread thread, Fiber fiber, RealHolds holds) {
        Object entering = entering(fiber);
        if (entering != null) {
            return new Blockage(entering, owner(entering, thread, holds), Kind.ENTERING);
        }
        Object waited = Monitors.waitedOn(thread);
        if (waited != null) {
            Kind kind = Monitors.isToEnterAgain(thread) ? Kind.ENTERING : Kind.WAITING;
            return new Blockage(waited, owner(waited, thread, holds), kind);
        }
        Thread joined = joined(fiber);
        return joined == null ? ofParker(thread) : new Blockage(joined, owner(joined, thread, holds), Kind.WAITING);
    }

    /** The suspended or running owner, or null; of one that changes between the two it may be that neither is seen. */
    private static Thread owner(Object monitor, Thread asking, RealHolds holds) {
        Thread owner = Monitors.owner(monitor);
        if (owner == null) {
            owner = holds.owner(monitor);
        }
        return owner == asking ? null : owner;
    }

    /** The monitor that a fiber, which has left its carrier, waits to enter; or null. */
    static Object entering(Fiber fiber) {
        Waiter waiter = inOwnFrames(fiber, Contention.class, Waiter.class);
        return waiter == null ? null : waiter.monitor();
    }

    /** The thread for whose end a fiber waits that has left its carrier; the plain JDK waits on that object. */
    private static Thread joined(Fiber fiber) {
        Fiber joined = inOwnFrames(fiber, Joining.class, Fiber.class);
        return joined == null ? null : joined.thread();
    }

    /** What a method of the runtime's class, in which the fiber waits, refers to; null if there is none. */
    private static <T> T inOwnFrames(Fiber fiber, Class<?> host, Class<T> type) {
        int n = 0;
        for (Frame f = fiber.frames(); f != null && n < OWN_FRAMES; f = f.next, n++) {
            T found = f.at.host == host ? FrameValues.reference(f, type) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** That of a thread that is parked, or not at all blocked, as far as {@code LockSupport} knows. */
    static Blockage ofParker(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        if (blocker == null) {
            return NONE;
        }
        Thread owner = blocker instanceof AbstractOwnableSynchronizer
                ? JdkAccess.exclusiveOwnerThread((AbstractOwnableSynchronizer) blocker)
                : null;
        return new Blockage(blocker, owner, Kind.PARKED);
    }

    /** That of a platform thread or a carrier that stands in front of a monitor which a suspended fiber owns. */
    static Blockage ofMonitorWaiter(Thread thread) {
        Object monitor = Monitors.checkedBy(thread);
        return monitor == null ? null : new Blockage(monitor, Monitors.owner(monitor), Kind.ENTERING);
    }
}

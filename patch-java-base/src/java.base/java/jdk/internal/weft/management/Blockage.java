package jdk.internal.weft.management;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.weft.Frame;
import jdk.internal.weft.Fields;
import jdk.internal.weft.blocking.Contention;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.FrameValues;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.monitor.Waiter;

/** What a thread waits for, and who has it; all null if nothing. A snapshot. */
final class Blockage {
    /** Frames above a contended monitor entry that are the runtime's own. */
    private static final int OWN_FRAMES = 6;

    static final Blockage NONE = new Blockage(null, null, false);

    /** The object: of a monitor that is to be entered or waited on, or the blocker of a park. */
    final Object lock;

    /** The thread that owns it, or null. */
    final Thread owner;

    /** True if the thread is on its way into a monitor. */
    final boolean isEntering;

    private Blockage(Object lock, Thread owner, boolean isEntering) {
        this.lock = lock;
        this.owner = owner;
        this.isEntering = isEntering;
    }

    /** That of a fiber which is not mounted. */
    static Blockage ofParked(Thread thread, Fiber fiber) {
        Object entering = entering(fiber);
        if (entering != null) {
            return new Blockage(entering, Monitors.owner(entering), true);
        }
        Object waited = Monitors.waitedOn(thread);
        if (waited != null) {
            return new Blockage(waited, Monitors.owner(waited), false);
        }
        return ofParker(thread);
    }

    private static Object entering(Fiber fiber) {
        int n = 0;
        for (Frame f = fiber.frames(); f != null && n < OWN_FRAMES; f = f.next, n++) {
            Waiter waiter = f.host == Contention.class ? FrameValues.reference(f, Waiter.class) : null;
            if (waiter != null) {
                return waiter.monitor();
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
                ? Fields.exclusiveOwnerThread((AbstractOwnableSynchronizer) blocker)
                : null;
        return new Blockage(blocker, owner, false);
    }

    /** That of a platform thread or a carrier that stands in front of a monitor which a suspended fiber owns. */
    static Blockage ofChecker(Thread thread) {
        Object monitor = Monitors.checkedBy(thread);
        return monitor == null ? null : new Blockage(monitor, Monitors.owner(monitor), true);
    }
}

package jdk.internal.weft.fiber;

import java.lang.ref.ReferenceQueue;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SpinLock;

/**
 * A thread that waits in a twin for something to come to a {@link ReferenceQueue}; an element of the list in the queue.
 * Used for one wait: who still finds nothing afterwards makes another one. Thread-safe. The queue's writes before it
 * wakes happen-before the end of the wait, and none is missed: the list and the queue's head are both volatile, so that
 * either the waiting thread sees the reference, or who has brought it sees the list.
 */
public final class Remover {
    /** Of all queues: few threads wait so, and seldom. */
    private static final SpinLock LISTS = new SpinLock();

    private final Thread waiting;

    /** The one that came before; guarded by the lock while this is in a list, then only read by who wakes. */
    private Remover next;

    /** Makes one for the thread that waits. */
    public Remover(Thread waiting) {
        this.waiting = waiting;
    }

    /** Puts this into the queue's list; the thread looks at the queue once more before it waits. */
    @ReservedStackAccess
    public void enter(ReferenceQueue<?> queue) {
        LISTS.lock();
        next = (Remover) JdkAccess.removers(queue);
        JdkAccess.removers(queue, this);
        LISTS.unlock();
    }

    /** Takes this out of the queue's list, if it is still in it. */
    @ReservedStackAccess
    public void leave(ReferenceQueue<?> queue) {
        LISTS.lock();
        Remover first = (Remover) JdkAccess.removers(queue);
        if (first == this) {
            JdkAccess.removers(queue, next);
        } else {
            Remover before = first;
            while (before != null && before.next != this) {
                before = before.next;
            }
            if (before != null) {
                before.next = next;
            }
        }
        LISTS.unlock();
    }

    /**
     * Wakes all that wait for the queue, as its {@code notifyAll} wakes the platform threads: the queue calls it, where
     * its list is not empty, when a reference has come.
     */
    @ReservedStackAccess
    public static void wakeAll(ReferenceQueue<?> queue) {
        LISTS.lock();
        Remover each = (Remover) JdkAccess.removers(queue);
        JdkAccess.removers(queue, null);
        LISTS.unlock();
        for (; each != null; each = each.next) {
            Fiber fiber = Fibers.of(each.waiting);
            if (fiber != null) {
                fiber.signal();
            } else {
                Unsafe.getUnsafe().unpark(each.waiting);
            }
        }
    }
}

package sun.nio.ch;

import java.io.FileDescriptor;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/**
 * The waiters for one descriptor number. Thread-safe; one object per number, kept for ever: a number is soon used
 * again.
 *
 * <p>Overview. The kernel's entry for a descriptor is armed for one event only ({@code EPOLLONESHOT}), for the union of
 * what is waited for, each time a waiter comes and when an event leaves waiters behind. So no event is reported that
 * nobody waits for, and nobody spins. The kernel keeps its entry until the descriptor's file is closed;
 * when the number is used again for another file, arming finds no entry and adds one. An event of the old file that is
 * still on its way may then wake a waiter of the new one: {@code poll} may return early, which its callers, who all try
 * the operation again, must expect.
 */
final class WeftWaiters {
    /** Error of {@code epoll_ctl}: the kernel has no entry for the descriptor. */
    private static final int ENOENT = 2;

    /** Error of {@code epoll_ctl}: the kernel has one. */
    private static final int EEXIST = 17;

    private static final int ALWAYS = Net.POLLERR | Net.POLLHUP | Net.POLLNVAL;

    /** One of so many waits looks for threads that have ended. */
    private static final int WAITS_PER_LOOK = 64;

    private final SpinLock lock = new SpinLock();
    private final WeftEpoll events;

    /** The number. */
    final int fd;

    /**
     * Those that wait; and, as the first one only, one that has waited. In most cases the same thread waits there
     * again, and then no reference is written: each would cost a fence, and work for the collector, as these objects
     * are old (decision 10).
     */
    private WeftWaiter first;

    private boolean isKnown;

    /** The descriptor that is being closed, but is still open for those that use it; else null. */
    private FileDescriptor closing;

    /** Racy. */
    private int waits;

    WeftWaiters(WeftEpoll events, int fd) {
        this.events = events;
        this.fd = fd;
    }

    /**
     * Adds a waiter, and arms.
     *
     * @return null if the operating system refuses; then none was added
     */
    @ReservedStackAccess
    WeftWaiter add(Thread thread, int wanted) {
        int count = waits + 1;
        waits = count;
        if (count % WAITS_PER_LOOK == 0) {
            events.forgetEnded();
        }
        lock.lock();
        try {
            WeftWaiter waiter = idle(thread);
            waiter.begin(wanted);
            if (arm() == 0) {
                return waiter;
            }
            drop(waiter);
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** A waiter of that thread, in the list, that does not wait. */
    private WeftWaiter idle(Thread thread) {
        WeftWaiter known = first;
        if (known != null && known.events == 0 && known.thread == thread) {
            return known;
        }
        WeftWaiter made = new WeftWaiter(thread);
        made.next = known != null && known.events == 0 ? known.next : known;
        first = made;
        return made;
    }

    /** Takes back a waiter that may have been completed meanwhile. */
    @ReservedStackAccess
    void remove(WeftWaiter waiter) {
        lock.lock();
        try {
            drop(waiter);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps no thread that has ended, and waited here last: the descriptor may stay open for long. */
    @ReservedStackAccess
    void forgetEnded() {
        WeftWaiter last = first;
        if (last == null || last.events != 0 || !hasEnded(last.thread)) {
            return;
        }
        lock.lock();
        try {
            if (first == last && last.events == 0) {
                first = last.next;
            }
        } finally {
            lock.unlock();
        }
    }

    private static boolean hasEnded(Thread thread) {
        Fiber fiber = Fibers.of(thread);
        return fiber == null ? !thread.isAlive() : !fiber.isLive();
    }

    /** Completes the waiters that the events concern; an error or hang-up concerns all. */
    void occurred(int found) {
        lock.lock();
        try {
            boolean isAwaited = false;
            WeftWaiter next;
            for (WeftWaiter each = first; each != null; each = next) {
                next = each.next;
                int ready = each.events == 0 ? 0 : found & (each.events | ALWAYS);
                if (ready != 0) {
                    drop(each);
                    each.complete(ready);
                }
                isAwaited |= each.events != 0;
            }
            if (isAwaited && arm() != 0) {
                completeAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The events that the thread waits for here; 0 for none. */
    @ReservedStackAccess
    int awaitedBy(Thread thread) {
        lock.lock();
        try {
            for (WeftWaiter each = first; each != null; each = each.next) {
                if (each.thread == thread && each.events != 0) {
                    return each.events;
                }
            }
            return 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether anybody waits here. */
    @ReservedStackAccess
    boolean areAwaited() {
        lock.lock();
        try {
            for (WeftWaiter each = first; each != null; each = each.next) {
                if (each.events != 0) {
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Completes all waiters, as {@link #closed} does: the descriptor will be closed by the last of those that use it;
     * or it is null, and that one is about to close it.
     */
    @ReservedStackAccess
    void closing(FileDescriptor descriptor) {
        lock.lock();
        try {
            isKnown = false;
            closing = descriptor;
            completeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nobody is to wait for it any more: asked behind {@link #add}, since who came earlier was completed. */
    boolean isClosing(FileDescriptor descriptor) {
        return closing == descriptor;
    }

    /**
     * Completes all waiters: the descriptor is being closed, or is closed, and its number may be another's.
     *
     * @return whether somebody has waited
     */
    @ReservedStackAccess
    boolean closed() {
        lock.lock();
        try {
            boolean haveWaited = isAwaited();
            isKnown = false;
            completeAll();
            return haveWaited;
        } finally {
            lock.unlock();
        }
    }

    /** Has the kernel forget the descriptor, whose file will stay open by another number. */
    @ReservedStackAccess
    void forget() {
        lock.lock();
        try {
            events.control(EPoll.EPOLL_CTL_DEL, fd, 0);
            isKnown = false;
        } finally {
            lock.unlock();
        }
    }

    /** True if the kernel can wait for the descriptor; false for a file, which is always ready. */
    @ReservedStackAccess
    boolean isPollable() {
        lock.lock();
        try {
            // what is known may be of another file, which had the number before
            int error = events.control(EPoll.EPOLL_CTL_ADD, fd, EPoll.EPOLLONESHOT);
            if (error == 0) {
                events.control(EPoll.EPOLL_CTL_DEL, fd, 0);
            }
            return error == 0 || error == EEXIST;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAwaited() {
        for (WeftWaiter each = first; each != null; each = each.next) {
            if (each.events != 0) {
                return true;
            }
        }
        return false;
    }

    private void completeAll() {
        WeftWaiter each = first;
        first = null;
        while (each != null) {
            if (each.events != 0) {
                each.complete(each.events);
            }
            each = each.next;
        }
    }

    /** The waiter does not wait any more; only the first one is kept. It may have been dropped before. */
    private void drop(WeftWaiter waiter) {
        waiter.events = 0;
        WeftWaiter before = null;
        WeftWaiter each = first;
        while (each != null && each != waiter) {
            before = each;
            each = each.next;
        }
        if (each != null && before != null) {
            before.next = waiter.next;
        }
    }

    private int arm() {
        int wanted = EPoll.EPOLLONESHOT;
        for (WeftWaiter each = first; each != null; each = each.next) {
            wanted |= each.events;
        }
        int error = events.control(isKnown ? EPoll.EPOLL_CTL_MOD : EPoll.EPOLL_CTL_ADD, fd, wanted);
        if (error == ENOENT) {
            error = events.control(EPoll.EPOLL_CTL_ADD, fd, wanted);
        } else if (error == EEXIST) {
            error = events.control(EPoll.EPOLL_CTL_MOD, fd, wanted);
        }
        isKnown |= error == 0;
        return error;
    }
}

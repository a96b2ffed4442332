package sun.nio.ch;

/**
 * The waiters for one descriptor number. Thread-safe; one object per number, kept for ever: a number is soon used again.
 *
 * <p>Overview. The kernel's entry for a descriptor is armed for one event only ({@code EPOLLONESHOT}), for the union of
 * what is waited for, each time a waiter comes and when an event leaves waiters behind. So no event is reported that
 * nobody waits for, and the poller thread never spins. The kernel keeps its entry until the descriptor's file is closed;
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

    private final int fd;
    private WeftWaiter first;
    private boolean isKnown;

    WeftWaiters(int fd) {
        this.fd = fd;
    }

    /**
     * Adds a waiter, and arms.
     *
     * @return 0, or the error number of the operating system; then the waiter was not added
     */
    synchronized int add(WeftWaiter waiter) {
        waiter.next = first;
        first = waiter;
        int error = arm();
        if (error != 0) {
            first = waiter.next;
        }
        return error;
    }

    /** Takes back a waiter that may have been completed meanwhile. */
    synchronized void remove(WeftWaiter waiter) {
        WeftWaiter before = null;
        for (WeftWaiter each = first; each != null; each = each.next) {
            if (each == waiter) {
                unlink(before, each);
                return;
            }
            before = each;
        }
    }

    /** Completes the waiters that the events concern; an error or hang-up concerns all. */
    synchronized void occurred(int events) {
        WeftWaiter before = null;
        for (WeftWaiter each = first; each != null; each = each.next) {
            int ready = events & (each.events | ALWAYS);
            if (ready == 0) {
                before = each;
            } else {
                unlink(before, each);
                each.complete(ready);
            }
        }
        if (first != null && arm() != 0) {
            completeAll();
        }
    }

    /** Completes all waiters: the descriptor is being closed. */
    synchronized void closed() {
        isKnown = false;
        completeAll();
    }

    /** True if the kernel can wait for the descriptor; false for a file, which is always ready. */
    synchronized boolean isPollable() {
        if (isKnown) {
            return true;
        }
        int error = WeftPollThread.control(EPoll.EPOLL_CTL_ADD, fd, EPoll.EPOLLONESHOT);
        if (error == 0) {
            WeftPollThread.control(EPoll.EPOLL_CTL_DEL, fd, 0);
        }
        return error == 0 || error == EEXIST;
    }

    /** True if nobody waits. */
    synchronized boolean isEmpty() {
        return first == null;
    }

    private void completeAll() {
        WeftWaiter each = first;
        first = null;
        while (each != null) {
            each.complete(each.events);
            each = each.next;
        }
    }

    private void unlink(WeftWaiter before, WeftWaiter waiter) {
        if (before == null) {
            first = waiter.next;
        } else {
            before.next = waiter.next;
        }
    }

    private int arm() {
        int events = EPoll.EPOLLONESHOT;
        for (WeftWaiter each = first; each != null; each = each.next) {
            events |= each.events;
        }
        int error = WeftPollThread.control(isKnown ? EPoll.EPOLL_CTL_MOD : EPoll.EPOLL_CTL_ADD, fd, events);
        if (error == ENOENT) {
            error = WeftPollThread.control(EPoll.EPOLL_CTL_ADD, fd, events);
        } else if (error == EEXIST) {
            error = WeftPollThread.control(EPoll.EPOLL_CTL_MOD, fd, events);
        }
        isKnown |= error == 0;
        return error;
    }
}

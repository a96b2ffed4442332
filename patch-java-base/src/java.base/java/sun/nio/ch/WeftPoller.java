package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.weft.blocking.Waiting;

/**
 * Waiting for descriptors, as woven code: in a fiber it suspends. Called by twins only (the recipes
 * {@code PollByParking} and {@code SelectByParking}); platform threads wait in the kernel as ever.
 *
 * <p>Memory effects: what a thread did before it closed the descriptor happens-before the return of the wait that it ends.
 */
public final class WeftPoller {
    private WeftPoller() {}

    /**
     * Waits until an event of the descriptor occurs, it is closed, or the time is over. May return early. Not
     * interruptible, as {@code Net.poll} is not: an interrupt is kept for the end. (An interruptible channel is closed by
     * whoever interrupts the thread, which ends the wait.)
     *
     * @param event {@code Net.POLLIN} or {@code Net.POLLOUT} or both
     * @param millis at most so many milliseconds; negative for ever
     * @return the events, or 0 if the time is over
     * @throws IOException if the operating system refuses to wait
     */
    static int poll(FileDescriptor fd, int event, long millis) throws IOException {
        if (millis == 0) {
            return WeftNatives.poll(fd, event, 0);
        }
        int number = IOUtil.fdVal(fd);
        WeftWaiter waiter = number < 0 ? null : WeftEvents.waiters(number).add(Thread.currentThread(), event);
        if (waiter == null) {
            return pollOther(fd, event, millis);
        }
        boolean interrupted = false;
        try {
            long start = millis < 0 ? 0 : System.nanoTime();
            while (waiter.ready() == 0) {
                if (millis < 0) {
                    Waiting.await(0);
                } else {
                    long left = nanos(millis) - (System.nanoTime() - start);
                    if (left <= 0) {
                        break;
                    }
                    Waiting.await(left);
                }
                // it returns at once as long as the flag is set
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (waiter.ready() == 0) {
                WeftEvents.waiters(number).remove(waiter);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return waiter.ready();
    }

    /** {@code EPoll.wait}: waits for the selector's own descriptor, which is readable when events are there. */
    static int select(int epfd, long address, int count, int timeout) throws IOException {
        int found = WeftNatives.select(epfd, address, count);
        if (found != 0 || timeout == 0) {
            return found;
        }
        poll(IOUtil.newFD(epfd), Net.POLLIN, timeout);
        return WeftNatives.select(epfd, address, count);
    }

    /**
     * Ends all waits for a descriptor. Called when it is closed, after its number stands for a file that is always ready:
     * so a wait that begins later ends at once.
     */
    static void closed(FileDescriptor fd) {
        int number = IOUtil.fdVal(fd);
        if (number >= 0) {
            WeftEvents.waiters(number).closed();
        }
    }

    /** A descriptor that epoll refuses: a file, which is always ready, or one that is closed; poll reports both at once. */
    private static int pollOther(FileDescriptor fd, int event, long millis) throws IOException {
        return IOUtil.fdVal(fd) < 0 ? Net.POLLNVAL : WeftNatives.poll(fd, event, millis);
    }

    private static long nanos(long millis) {
        return millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
    }
}

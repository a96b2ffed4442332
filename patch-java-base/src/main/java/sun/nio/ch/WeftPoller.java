package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.weft.blocking.Waiting;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.StackRoom;
import jdk.internal.weft.fiber.VirtualRules;

/**
 * Waiting for descriptors, as woven code: in a fiber it suspends. Called by twins (the recipes {@code PollByParking}
 * and {@code SelectByParking}) and, of pinned fibers, by {@link WeftWaits}; platform threads wait in the kernel as
 * ever.
 *
 * <p>Memory effects: what a thread did before it closed the descriptor happens-before the return of the wait that it
 * ends.
 */
public final class WeftPoller {
    private static final long FIRST_WAIT_NANOS = 1_000_000;
    private static final long LAST_WAIT_NANOS = 16_000_000;

    private WeftPoller() {}

    /**
     * Waits until an event of the descriptor occurs, it is closed, or the time is over. May return early. Not
     * interruptible, as {@code Net.poll} is not. (An interruptible channel is closed by whoever interrupts the thread,
     * which ends the wait.)
     *
     * @param event {@code Net.POLLIN} or {@code Net.POLLOUT} or both
     * @param millis at most so many milliseconds; negative for ever
     * @return the events, or 0 if the time is over
     * @throws IOException if the operating system refuses to wait
     */
    static int poll(FileDescriptor fd, int event, long millis) throws IOException {
        return poll(fd, event, millis, false);
    }

    /** The same, but the interrupt of a thread that the API of JEP 444 has made as a virtual one ends the wait. */
    static int pollForVirtual(FileDescriptor fd, int event, long millis) throws IOException {
        return poll(fd, event, millis, VirtualRules.isMadeByApi(Thread.currentThread()));
    }

    private static int poll(FileDescriptor fd, int event, long millis, boolean isInterruptible) throws IOException {
        if (millis == 0) {
            return WeftNatives.poll(fd, event, 0);
        }
        // an error between two steps would leave a waiter behind
        StackRoom.require();
        long start = millis < 0 ? 0 : System.nanoTime();
        boolean isAgain = false;
        for (long wait = FIRST_WAIT_NANOS; ; wait = Math.min(wait * 2, LAST_WAIT_NANOS)) {
            int number = WeftFields.fd(fd);
            if (number < 0) {
                return Net.POLLNVAL;
            }
            WeftWaiters waiters = WeftEpoll.waiters(number);
            WeftWaiter waiter = waiters == null ? null : waiters.add(Thread.currentThread(), event);
            if (waiter != null) {
                // who closes gives the number to another file, takes it away or marks it as closing, and only then
                // completes those that wait
                if (WeftFields.fd(fd) != number || waiters.isClosing(fd)) {
                    waiters.remove(waiter);
                    return Net.POLLNVAL;
                }
                return await(waiter, waiters, millis, start, isInterruptible, isAgain);
            }
            if (waiters != null && waiters.isClosing(fd)) {
                return Net.POLLNVAL;
            }
            // a file, which is always ready; or there are no more descriptors, or no more memory in the kernel, for now
            int ready = WeftNatives.poll(fd, event, 0);
            long left = millis < 0 ? wait : nanos(millis) - (System.nanoTime() - start);
            if (ready != 0
                    || left <= 0
                    || isInterruptible && Thread.currentThread().isInterrupted()) {
                return ready;
            }
            pause(Math.min(wait, left), isAgain);
            isAgain = true;
        }
    }

    /** For who is to ask again: an interrupt does not end it, and is left for whom it is meant. */
    private static void pause(long nanos, boolean isAgain) {
        boolean taken = Waiting.takeInterrupt();
        try {
            Waiting.awaitInput(nanos, isAgain);
        } finally {
            if (taken) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
        }
    }

    private static int await(
            WeftWaiter waiter,
            WeftWaiters waiters,
            long millis,
            long start,
            boolean isInterruptible,
            boolean hasWaited) {
        boolean interrupted = false;
        boolean isAgain = hasWaited;
        try {
            while (waiter.ready() == 0
                    && !(isInterruptible && Thread.currentThread().isInterrupted())) {
                interrupted |= Waiting.takeInterrupt();
                if (millis < 0) {
                    Waiting.awaitInput(0, isAgain);
                } else {
                    long left = nanos(millis) - (System.nanoTime() - start);
                    if (left <= 0) {
                        break;
                    }
                    Waiting.awaitInput(left, isAgain);
                }
                isAgain = true;
            }
        } finally {
            if (waiter.ready() == 0) {
                waiters.remove(waiter);
            }
            if (interrupted) {
                JdkAccess.giveInterrupt(Thread.currentThread());
            }
        }
        return waiter.ready();
    }

    /**
     * {@code EPoll.wait}: waits for the selector's own descriptor, which is readable when events are there. Who comes
     * late finds none, if others have read meanwhile what was there, and waits once more.
     */
    static int select(int epfd, long address, int count, int timeout) throws IOException {
        int found = WeftNatives.select(epfd, address, count);
        if (found != 0 || timeout == 0) {
            return found;
        }
        FileDescriptor selector = IOUtil.newFD(epfd);
        long start = timeout < 0 ? 0 : System.nanoTime();
        long left = timeout;
        while (found == 0 && left != 0) {
            if (WeftLibraries.areThere()) {
                poll(selector, Net.POLLIN, left);
            } else {
                pause(FIRST_WAIT_NANOS, true);
            }
            found = WeftNatives.select(epfd, address, count);
            left = timeout < 0 ? timeout : millisLeft(timeout, start);
        }
        return found;
    }

    /** Rounded up. */
    private static long millisLeft(int millis, long start) {
        long left = nanos(millis) - (System.nanoTime() - start);
        return left <= 0 ? 0 : (left - 1) / 1_000_000 + 1;
    }

    /**
     * Ends all waits for a descriptor. Called when it is closed, after its number stands for a file that is always
     * ready, or for nothing: so a wait that begins later ends at once. Wakes who waits for events: Linux 6.18 was seen
     * to keep a closed server's socket, with its port, until that thread came back from the kernel.
     */
    static void closed(FileDescriptor fd) {
        closed(WeftFields.fd(fd));
    }

    /** The same for a number. */
    static void closed(int number) {
        WeftEpoll known = WeftEpoll.known();
        if (number >= 0 && known != null && known.of(number).closed()) {
            known.wake();
        }
    }

    /**
     * Ends all waits for a descriptor that has something to read, and that the last fiber which uses it will close. Its
     * file stays until then: no wait begins any more, but what has come can be read.
     *
     * @return false if nothing has come, the descriptor is closed, or nobody can be told for want of memory or of a
     *     {@link WeftEpoll}: its number is to be given to another file
     */
    static boolean closing(FileDescriptor fd) {
        WeftEpoll known = WeftEpoll.known();
        int number = WeftFields.fd(fd);
        if (known == null || number < 0) {
            return false;
        }
        try {
            if ((WeftNatives.poll(fd, Net.POLLIN, 0) & Net.POLLIN) == 0) {
                return false;
            }
            known.of(number).closing(fd);
            return true;
        } catch (IOException | OutOfMemoryError e) {
            return false;
        }
    }

    /**
     * Keeps no thread that has waited for the descriptor, which is about to be closed. Nobody waits for it any more;
     * if somebody does, the wait ends early.
     */
    static void forget(FileDescriptor fd) {
        forget(WeftFields.fd(fd));
    }

    /** The same for a number. */
    static void forget(int number) {
        WeftWaiters waiters =
                !WeftFiles.isPolling || number < 0 ? null : WeftEpoll.known().ofKnown(number);
        if (waiters != null) {
            waiters.closing(null);
        }
    }

    private static long nanos(long millis) {
        return millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000;
    }
}

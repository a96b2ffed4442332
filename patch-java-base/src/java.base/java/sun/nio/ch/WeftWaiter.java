package sun.nio.ch;

import jdk.internal.weft.blocking.Waiting;

/**
 * One thread that waits for events of one descriptor. Made by that thread, completed at most once by another one.
 *
 * <p>What the completing thread did before {@link #complete} happens-before {@link #ready} returns non-zero.
 */
final class WeftWaiter {
    /** The events that are waited for: {@code Net.POLLIN} and {@code Net.POLLOUT}. */
    final int events;

    /** Next waiter for the same descriptor; guarded by {@link WeftWaiters}. */
    WeftWaiter next;

    private final Thread thread;
    private volatile int ready;

    WeftWaiter(Thread thread, int events) {
        this.thread = thread;
        this.events = events;
    }

    /** The events that have come, or 0. */
    int ready() {
        return ready;
    }

    /** Ends the wait; {@code occurred} is not 0. */
    void complete(int occurred) {
        ready = occurred;
        Waiting.signal(thread);
    }
}

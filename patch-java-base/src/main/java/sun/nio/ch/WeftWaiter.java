package sun.nio.ch;

import java.weft.blocking.Waiting;

/**
 * A thread that waits for events of one descriptor; used again when the same thread waits there again. All but
 * {@link #ready} is guarded by {@link WeftWaiters}.
 *
 * <p>What the completing thread did before {@link #complete} happens-before {@link #ready} returns non-zero.
 */
final class WeftWaiter {
    final Thread thread;

    /** Next waiter for the same descriptor. */
    WeftWaiter next;

    /** The events that are waited for, {@code Net.POLLIN} and {@code Net.POLLOUT}; 0 if none. */
    int events;

    private volatile int ready;

    WeftWaiter(Thread thread) {
        this.thread = thread;
    }

    /** The events that have come, or 0. */
    int ready() {
        return ready;
    }

    /** Begins a wait; by the thread itself. */
    void begin(int wanted) {
        events = wanted;
        ready = 0;
    }

    /** Ends the wait; {@code occurred} is not 0. */
    void complete(int occurred) {
        events = 0;
        ready = occurred;
        Waiting.signal(thread);
    }
}

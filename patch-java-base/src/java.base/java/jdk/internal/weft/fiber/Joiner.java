package jdk.internal.weft.fiber;

/** A thread that waits for the end of a fiber; an element of the list in {@link Fiber}. */
public final class Joiner {
    /** The thread; null when it does not wait any more. */
    private volatile Thread thread;

    /** The one that came before; written before this is published. */
    Joiner next;

    /** Makes one for the thread. */
    public Joiner(Thread thread) {
        this.thread = thread;
    }

    /** The thread waits no more: it is not to be woken, and may be dropped from the list. */
    public void leave() {
        thread = null;
    }

    Thread thread() {
        return thread;
    }
}

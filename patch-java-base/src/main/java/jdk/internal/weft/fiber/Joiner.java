package jdk.internal.weft.fiber;

/** A fiber that waits for the end of another one; an element of the list in {@link Fiber}. */
public final class Joiner {
    /** The one that waits; null when it does not wait any more. */
    private volatile Fiber waiting;

    /** The one that came before; written before this is published. */
    Joiner next;

    /** Makes one for the fiber that waits. */
    public Joiner(Fiber waiting) {
        this.waiting = waiting;
    }

    /** The fiber waits no more: it is not to be woken, and may be dropped from the list. */
    public void leave() {
        waiting = null;
    }

    boolean hasLeft() {
        return waiting == null;
    }

    /** Wakes the one that waits. */
    void release() {
        Fiber fiber = waiting;
        if (fiber != null) {
            fiber.signal();
        }
    }
}

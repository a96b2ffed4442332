package jdk.internal.weft.fiber;

/**
 * A fiber that waits for the end of another one; an element of the list in {@link Fiber}, to which others are added in
 * front. Those that have left are unlinked by those that come: whoever follows a link meets all that still wait,
 * however often it is changed meanwhile, since who has left does not come back.
 */
public final class Joiner {
    /** So many may always come before those that have left are looked for. */
    private static final int FEW = 16;

    /** The one that waits; null when it does not wait any more. */
    private volatile Fiber waiting;

    /** The one that came before, or an earlier one if that has left. */
    Joiner next;

    /** How many may come in front of this before those that have left are looked for. */
    private int untilTidy;

    /** Makes one for the fiber that waits. */
    public Joiner(Fiber waiting) {
        this.waiting = waiting;
    }

    /** The fiber waits no more: it is not to be woken, and may be dropped from the list. */
    public void leave() {
        waiting = null;
    }

    /**
     * Comes in front of that one, or of nobody, and is published then. Where as many have come as did not leave, all
     * are looked at: so at most about half of the list has left.
     */
    void follow(Joiner first) {
        next = waiting(first);
        untilTidy = next == null ? FEW : next.untilTidy - 1;
        if (untilTidy >= 0) {
            return;
        }
        int count = 0;
        for (Joiner at = this; at != null; at = at.next) {
            Joiner behind = waiting(at.next);
            if (at.next != behind) {
                at.next = behind;
            }
            count++;
        }
        untilTidy = Math.max(FEW, count);
    }

    /** The first one from there on that still waits, or null. */
    private static Joiner waiting(Joiner first) {
        Joiner at = first;
        while (at != null && at.waiting == null) {
            at = at.next;
        }
        return at;
    }

    /** Wakes the one that waits. */
    void release() {
        Fiber fiber = waiting;
        if (fiber != null) {
            fiber.signal();
        }
    }
}

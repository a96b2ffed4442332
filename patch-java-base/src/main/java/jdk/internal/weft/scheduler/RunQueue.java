package jdk.internal.weft.scheduler;

import jdk.internal.weft.fiber.Fiber;

/**
 * The fibers that wait for one carrier: first in, first out, but for those that are to run first, as others wait for
 * them. Of these at most {@value #MOST} go in a row, so that fibers that keep calling each other do not keep out the
 * rest.
 *
 * <p>{@link #add}, {@link #addFirst}, {@link #poll} and {@link #renew} are the owner's, the rest is anybody's, as in
 * {@link StealQueue}.
 */
final class RunQueue {
    /** So many go first until one of the rest does. */
    static final int MOST = 16;

    private final StealQueue<Fiber> first = new StealQueue<>();
    private final StealQueue<Fiber> rest = new StealQueue<>();

    /** How many have gone first since one of the rest has gone; the owner's. */
    private int inARow;

    /** Whether there may be some that are to go first; the owner's, which else looks at one queue only. */
    private boolean mayHaveFirst;

    /** Adds one at the end; false, and nothing has changed, if there is no memory for more. */
    boolean add(Fiber fiber) {
        return rest.add(fiber);
    }

    /** Adds one that is to run before those at the end; false, and nothing has changed, without memory for more. */
    boolean addFirst(Fiber fiber) {
        mayHaveFirst = true;
        return first.add(fiber);
    }

    /** The queue whose end is that of this one, for who moves fibers there. */
    StealQueue<Fiber> end() {
        return rest;
    }

    /** Takes the next one, or null. */
    Fiber poll() {
        if (!mayHaveFirst) {
            return rest.poll();
        }
        Fiber fiber = inARow < MOST ? first.poll() : null;
        if (fiber != null) {
            inARow++;
            return fiber;
        }
        mayHaveFirst = inARow == MOST;
        inARow = 0;
        fiber = rest.poll();
        return fiber == null ? first.poll() : fiber;
    }

    /** Takes one, or null. */
    Fiber steal() {
        Fiber fiber = first.steal();
        return fiber == null ? rest.steal() : fiber;
    }

    /** See {@link StealQueue#renew}. */
    void renew() {
        rest.renew();
        if (mayHaveFirst) {
            first.renew();
        }
    }

    /** How many there are. A snapshot. */
    int size() {
        return first.size() + rest.size();
    }

    /** Whether there is more than one; the owner only. A snapshot. */
    boolean hasMany() {
        return (mayHaveFirst ? size() : rest.size()) > 1;
    }

    /** How many were taken so far. A snapshot: as long as it does not change, nothing was taken. */
    long taken() {
        return first.taken() + rest.taken();
    }
}

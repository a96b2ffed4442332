package jdk.internal.weft.scheduler;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Contended;

/**
 * First in, first out: one owner adds at the tail, anybody takes at the head. Takes are lock-free, adds wait-free.
 *
 * <h2>Overview</h2>
 *
 * A ring that grows. Positions are counted up and never reused, so the compare-and-set of {@code head} has no ABA
 * problem; position {@code p} lies in slot {@code p mod length}. Only the owner writes slots; what a thief has taken
 * stays in its slot until the owner clears it, which it does at the latest when it finds the queue empty.
 *
 * <pre>
 * field  written by          how       read
 * head   owner and thieves   cas       volatile, before the tail
 * tail   owner               volatile  volatile, before the ring
 * ring   owner               volatile  volatile, after the tail
 * slots  owner               plain     plain, after the tail
 * </pre>
 *
 * <p>Why a taker gets what was added at {@code p}: it has read a tail beyond {@code p}, so the write of the slot, and
 * the publication of a ring that has the slot, happen-before its reads. The owner writes another element to the slot
 * only when it has seen a head beyond {@code p}, and then the taker's compare-and-set fails.
 *
 * <p>The volatile write of the tail also orders the add before what the owner reads next (whether somebody sleeps who
 * should be woken): that is one half of the handshake described in {@link IdleWorkers}.
 *
 * @param <E> type of the elements
 */
@Contended
public final class StealQueue<E> {
    private static final int MIN_LENGTH = 64;
    private static final int MAX_LENGTH = 1 << 26;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long HEAD = U.objectFieldOffset(StealQueue.class, "head");

    private volatile long head;
    private volatile long tail;
    private volatile Object[] ring = new Object[MIN_LENGTH];

    /** Positions below are cleared; the owner's. */
    private long cleared;

    /** An empty queue. */
    public StealQueue() {}

    /** Adds an element; the owner only. False, and nothing has changed, if there is no memory for more. */
    public boolean add(E element) {
        long t = tail;
        Object[] slots = ring;
        if (t - head >= slots.length) {
            slots = grow(slots, t);
            if (slots == null) {
                return false;
            }
        }
        slots[(int) t & slots.length - 1] = element;
        tail = t + 1;
        return true;
    }

    private Object[] grow(Object[] old, long t) {
        if (old.length == MAX_LENGTH) {
            return null;
        }
        Object[] grown;
        try {
            grown = new Object[old.length * 2];
        } catch (OutOfMemoryError e) {
            return null;
        }
        move(old, grown, t);
        return grown;
    }

    private void move(Object[] from, Object[] to, long t) {
        long first = head;
        for (long p = first; p < t; p++) {
            to[(int) p & to.length - 1] = from[(int) p & from.length - 1];
        }
        cleared = first;
        ring = to;
    }

    /**
     * Moves the elements to a new ring, unless the ring has grown: {@link Worker} keeps it a young object. The owner
     * only.
     *
     * @throws OutOfMemoryError if there is no memory for it; then nothing has changed
     */
    void renew() {
        Object[] old = ring;
        if (old.length == MIN_LENGTH) {
            move(old, new Object[MIN_LENGTH], tail);
        }
    }

    /** Takes the oldest element, or null if there is none; the owner only. */
    public E poll() {
        for (; ; ) {
            long h = head;
            if (h >= tail) {
                clear(h);
                return null;
            }
            Object[] slots = ring;
            int at = (int) h & slots.length - 1;
            Object element = slots[at];
            if (U.compareAndSetLong(this, HEAD, h, h + 1)) {
                slots[at] = null;
                return cast(element);
            }
        }
    }

    /** Takes the oldest element, or null if there is none; anybody. */
    public E steal() {
        for (; ; ) {
            long h = head;
            if (h >= tail) {
                return null;
            }
            Object[] slots = ring;
            Object element = slots[(int) h & slots.length - 1];
            if (U.compareAndSetLong(this, HEAD, h, h + 1)) {
                return cast(element);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private E cast(Object element) {
        return (E) element;
    }

    /** Drops what thieves have left in the slots of the empty queue, and a ring that has grown large. */
    private void clear(long end) {
        if (cleared == end) {
            return;
        }
        Object[] slots = ring;
        if (slots.length > MIN_LENGTH * 16) {
            try {
                ring = new Object[MIN_LENGTH];
                cleared = end;
                return;
            } catch (OutOfMemoryError e) {
                // then the large one is kept
            }
        }
        for (long p = Math.max(cleared, end - slots.length); p < end; p++) {
            slots[(int) p & slots.length - 1] = null;
        }
        cleared = end;
    }

    /** How many elements there are. A snapshot. */
    public int size() {
        long h = head;
        long size = tail - h;
        return size < 0 ? 0 : (int) size;
    }

    /** How many elements were taken so far. A snapshot: as long as it does not change, nothing was taken. */
    public long taken() {
        return head;
    }
}

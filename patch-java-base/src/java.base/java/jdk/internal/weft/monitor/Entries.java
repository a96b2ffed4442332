package jdk.internal.weft.monitor;

import jdk.internal.weft.MarkWord;

/** The table of all entries: made when something is to be said of a monitor, gone when nothing is left to say. */
final class Entries {
    /**
     * Entries for when memory is out. A carrier may use as many between two calls of {@link #reserve} as one method has
     * nested monitors, so this suffices for hundreds of carriers that run out of memory at once.
     */
    private static final int RESERVE = 1024;

    private static final IdentityTable TABLE = new IdentityTable();
    private static final Object RESERVE_LOCK = new Object();

    /** The reserve, linked by {@link Link#next}; guarded by {@link #RESERVE_LOCK}. */
    private static Link reserve;

    /** Length of the reserve; written under {@link #RESERVE_LOCK}, read without. */
    private static volatile int reserved;

    private Entries() {}

    /** The entry of the object, or null; the caller really holds its monitor, or asks whether it is the owner itself. */
    static Entry find(Object monitor) {
        return ClassFilter.mayContain(monitor) ? (Entry) TABLE.find(monitor) : null;
    }

    /** The same, and faster, for a caller that really holds the monitor. */
    static Entry findHeld(Object monitor) {
        int hash = MarkWord.hashOfHeld(monitor);
        if (hash == 0) {
            return null;
        }
        return hash == MarkWord.UNKNOWN ? find(monitor) : (Entry) TABLE.find(monitor, hash);
    }

    /**
     * The entry of the object, whose monitor the caller really holds; made if need be.
     *
     * @throws OutOfMemoryError if it cannot be made; nothing has changed then
     */
    static Entry ensure(Object monitor) {
        int hash = System.identityHashCode(monitor);
        Entry entry = (Entry) TABLE.find(monitor, hash);
        return entry == null ? publish(new Entry(monitor, hash)) : entry;
    }

    /** As {@link #ensure}, for the unwinding: does not throw after {@link #reserve} has returned true. */
    static Entry ensureReserved(Object monitor) {
        int hash = System.identityHashCode(monitor);
        Entry entry = (Entry) TABLE.find(monitor, hash);
        if (entry != null) {
            return entry;
        }
        try {
            entry = new Entry(monitor, hash);
        } catch (OutOfMemoryError e) {
            entry = fromReserve(monitor, hash);
        }
        return publish(entry);
    }

    /** All of it happens before the monitor is left, so whoever enters it later sees the flag, the bit and the entry. */
    private static Entry publish(Entry entry) {
        Monitors.ever = 1;
        ClassFilter.add(entry.key);
        TABLE.add(entry);
        return entry;
    }

    /** Drops the entry if it says nothing any more; the caller really holds the monitor. */
    static void prune(Entry entry) {
        if (entry.isIdle()) {
            TABLE.remove(entry);
        }
    }

    /** Number of entries: 0 when no monitor is detached, queued for or waited on. */
    static int size() {
        return TABLE.size();
    }

    // ------------------------------------------------------------------------------------------- out of memory

    /** Makes sure that the next entries can be had; false if memory is out. */
    static boolean reserve() {
        return reserved == RESERVE || fillReserve();
    }

    private static boolean fillReserve() {
        synchronized (RESERVE_LOCK) {
            try {
                // the classes that the unwinding needs are initialized here, where an error does no harm
                ClassFilter.mayContain(RESERVE_LOCK);
                MarkWord.hashOfHeld(RESERVE_LOCK);
                Waits.current(Thread.currentThread());
                while (reserved < RESERVE) {
                    Entry spare = new Entry(null, 0);
                    spare.next = reserve;
                    reserve = spare;
                    reserved++;
                }
                return true;
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
    }

    /** Takes from the reserve; should that be empty, waits until others have given memory back. */
    private static Entry fromReserve(Object monitor, int hash) {
        for (; ; ) {
            synchronized (RESERVE_LOCK) {
                Entry spare = (Entry) reserve;
                if (spare != null) {
                    reserve = spare.next;
                    reserved--;
                    spare.key = monitor;
                    spare.hash = hash;
                    return spare;
                }
            }
            if (!fillReserve()) {
                Thread.onSpinWait();
            }
        }
    }
}

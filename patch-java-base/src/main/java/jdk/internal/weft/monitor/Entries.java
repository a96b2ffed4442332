package jdk.internal.weft.monitor;

import java.util.function.Predicate;
import java.weft.CarrierContext;
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

    /**
     * The entry of the object, or null; the caller really holds its monitor, or asks whether it is the owner itself.
     */
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
        int hash = hash(monitor);
        Entry entry = findUsed(monitor, hash);
        return entry == null ? publish(new Entry(monitor, hash)) : entry;
    }

    /** The hash of an object that the caller holds: without a call of the VM, if the object has one. */
    private static int hash(Object monitor) {
        int known = MarkWord.hashOfHeld(monitor);
        return known == 0 || known == MarkWord.UNKNOWN ? System.identityHashCode(monitor) : known;
    }

    /** One that is only kept may be dropped at any moment, by who keeps it. */
    private static Entry findUsed(Object monitor, int hash) {
        Entry entry = (Entry) TABLE.find(monitor, hash);
        if (entry != null && entry.isKept) {
            drop(entry);
            return null;
        }
        return entry;
    }

    /** As {@link #ensure}, for the unwinding: does not throw after {@link #reserve} has returned true. */
    static Entry ensureReserved(Object monitor) {
        int hash = hash(monitor);
        Entry entry = findUsed(monitor, hash);
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

    /**
     * All of it happens before the monitor is left, so whoever enters it later sees the flag, the bit and the entry.
     */
    private static Entry publish(Entry entry) {
        Monitors.ever = 1;
        ClassFilter.add(entry.key);
        TABLE.add(entry);
        return entry;
    }

    /** Drops the entry if it says nothing any more; the caller really holds the monitor. */
    static void prune(Entry entry) {
        if (entry.isIdle()) {
            drop(entry);
        }
    }

    /**
     * Takes an idle entry from the table, if it is still there. The caller really holds the monitor, or keeps the
     * entry.
     */
    private static void drop(Entry entry) {
        TABLE.remove(entry);
        entry.isGone = true;
    }

    // ------------------------------------------------------------------------------------------- keeping

    /**
     * What {@link #prune} does, for a fiber: keeps the entry, if it is idle, for {@link #kept}. Who suspends in a
     * monitor often does so again in the next moment, as one that reads line by line, and adding to the table is dear:
     * under G1 the table is old, and the entry young. No longer than until the fiber is unmounted, so that nothing idle
     * stays.
     */
    static void keep(Entry entry, CarrierContext context) {
        if (entry.isIdle()) {
            forget(context);
            entry.isKept = true;
            context.kept = entry;
        }
    }

    /** Drops what the caller's carrier keeps. */
    static void forget(CarrierContext context) {
        Entry entry = (Entry) context.kept;
        if (entry != null) {
            context.kept = null;
            if (!entry.isGone) {
                drop(entry);
            }
        }
    }

    /**
     * The entry that the caller's carrier has kept of the monitor, which the caller really holds, to be used; or null.
     */
    static Entry kept(Object monitor, CarrierContext context) {
        Entry entry = (Entry) context.kept;
        if (entry == null || entry.key != monitor || entry.isGone) {
            return null;
        }
        context.kept = null;
        entry.isKept = false;
        return entry;
    }

    /** No lambda: a thread that ends must not link one. */
    private static final class OwnedBy implements Predicate<Link> {
        private final Thread thread;

        OwnedBy(Thread thread) {
            this.thread = thread;
        }

        @Override
        public boolean test(Link each) {
            return ((Entry) each).owner() == thread;
        }
    }

    /** Some entry of a monitor that the calling thread owns by detached holds, or null. Looks through the table. */
    static Entry ownedBy(Thread thread) {
        return (Entry) TABLE.any(new OwnedBy(thread));
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

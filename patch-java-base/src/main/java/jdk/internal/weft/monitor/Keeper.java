package jdk.internal.weft.monitor;

/**
 * A thread of whose continuations some are suspended with monitors: the thread owns these by detached holds, and is the
 * only one that may resume them. If it ends before, as the program has forgotten them, they are released: a monitor
 * belongs to a thread, and nobody else could ever leave it.
 *
 * <p>Used by its thread only; its {@link #thread} is read by others.
 */
public final class Keeper extends Link {
    private static final IdentityTable TABLE = new IdentityTable();

    /** How many such continuations there are. */
    private int count;

    private Keeper(Thread thread) {
        super(thread, System.identityHashCode(thread));
    }

    /**
     * A continuation of the calling thread has been suspended with monitors.
     *
     * @throws OutOfMemoryError if that cannot be noted; nothing has changed then
     */
    public static Keeper keep(Thread thread) {
        Keeper keeper = (Keeper) TABLE.find(thread);
        if (keeper == null) {
            keeper = new Keeper(thread);
            TABLE.add(keeper);
        }
        keeper.count++;
        return keeper;
    }

    /** It goes on, by its thread. */
    public void takeBack() {
        if (--count == 0) {
            TABLE.remove(this);
        }
    }

    /** Who alone may resume it. */
    public Thread thread() {
        return (Thread) key;
    }

    /** The calling thread ends, and leaves what it owns by suspended continuations. */
    @SuppressWarnings("SynchronizeOnNonFinalField") // the key of an entry in the table stays
    public static void ended(Thread thread) {
        if (Monitors.ever == 0) {
            return;
        }
        Keeper keeper = (Keeper) TABLE.find(thread);
        if (keeper == null) {
            return;
        }
        TABLE.remove(keeper);
        for (Entry entry = Entries.ownedBy(thread); entry != null; entry = Entries.ownedBy(thread)) {
            synchronized (entry.key) {
                entry.release(thread);
                Entries.prune(entry);
            }
        }
    }
}

package jdk.internal.weft.fiber;

import jdk.internal.misc.VM;

/**
 * Is told when fibers have a carrier and when they wait: of all fibers with {@code -Dweft.accounting=on}, else from the
 * first time on that one asks what it has used itself. The one implementation is in a room above. No method throws.
 */
public abstract class Accounts {
    private static final boolean ARE_WANTED = "on".equals(VM.getSavedProperty("weft.accounting"));

    /** Null until somebody is to be told, and never again. Not volatile: whoever sees it late tells less. */
    static Accounts kept;

    /** For the implementations. */
    protected Accounts() {}

    /** Whether those of all fibers are to be kept, with their waits. */
    public static boolean areWanted() {
        return ARE_WANTED;
    }

    /** Tells that one from now on. */
    public static void keep(Accounts wanted) {
        kept = wanted;
    }

    /** Tells that the calling fiber waits for a monitor, or in one, and blocks its carrier; null for no fiber. */
    public static void waitsReally(Fiber fiber) {
        if (kept != null && fiber != null) {
            kept.waits(fiber);
        }
    }

    /** The reverse. */
    public static void hasWaitedReally(Fiber fiber) {
        if (kept != null && fiber != null) {
            kept.waitedPinned(fiber);
        }
    }

    /** The fiber has the calling carrier from now on, or still, if it was about to wait and does not. */
    public abstract void begins(Fiber fiber);

    /** The fiber leaves the calling carrier. */
    public abstract void leaves(Fiber fiber);

    /** The fiber is about to wait: it has left the calling carrier, or blocks it. */
    public abstract void waits(Fiber fiber);

    /** The fiber has waited, and kept the calling carrier meanwhile. */
    public abstract void waitedPinned(Fiber fiber);

    /** The thread has ended; and once more, when its fiber has left the last carrier. */
    public abstract void ended(Fiber fiber);
}

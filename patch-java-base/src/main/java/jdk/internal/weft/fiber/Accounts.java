package jdk.internal.weft.fiber;

import jdk.internal.misc.VM;

/**
 * Is told when fibers have a carrier and when they wait, with {@code -Dweft.accounting=on} only: what they use, and how
 * often and how long they wait. The one implementation is in a room above. No method throws.
 */
public abstract class Accounts {
    /** Whether it was asked for: a constant for the compilers, so that who has not asked pays nothing. */
    static final boolean ARE_KEPT = "on".equals(VM.getSavedProperty("weft.accounting"));

    private static final Accounts NONE = new None();

    /** Not volatile: whoever sees it late tells less. */
    private static Accounts kept = NONE;

    /** For the implementations. */
    protected Accounts() {}

    /** Whether it was asked for. */
    public static boolean areKept() {
        return ARE_KEPT;
    }

    /** Tells that one from now on. */
    public static void keep(Accounts wanted) {
        kept = wanted;
    }

    static Accounts kept() {
        return kept;
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

    private static final class None extends Accounts {
        @Override
        public void begins(Fiber fiber) {}

        @Override
        public void leaves(Fiber fiber) {}

        @Override
        public void waits(Fiber fiber) {}

        @Override
        public void waitedPinned(Fiber fiber) {}

        @Override
        public void ended(Fiber fiber) {}
    }
}

package java.weft;

import jdk.internal.weft.scheduler.Carriers;

/** Something that blocks its carrier; see {@link Carriers#block}. */
public interface Blocker {
    /** Blocks until what is waited for has come. Does not throw. */
    void block();

    /** A {@link Blocker} that need not block a thread to know when it is over. */
    interface Park extends Blocker {
        /** Whether something else than time has ended it. */
        boolean hasEnded();

        /** At most so many nanoseconds; 0 for ever. */
        long nanos();
    }
}

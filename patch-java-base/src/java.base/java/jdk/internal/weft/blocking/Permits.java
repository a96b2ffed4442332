package jdk.internal.weft.blocking;

import java.util.concurrent.locks.LockSupport;

/**
 * The permit of {@code LockSupport}, which the runtime's own waits share with the program's. A park in them that ends before
 * what was waited for has taken the program's permit, or was woken by its {@code unpark}: the program is to find the permit
 * when it parks itself.
 */
public final class Permits {
    private Permits() {}

    /** Makes the calling thread's permit available; at the end of a wait. */
    public static void giveBack() {
        LockSupport.unpark(Thread.currentThread());
    }
}

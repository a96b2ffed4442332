package jdk.internal.weft.local;

import java.util.NoSuchElementException;

/**
 * What {@code ContextLocal.get} throws. It is made here because nothing of the runtime is woven: to the weaver, the
 * constructor of an exception may suspend, as an heir may override {@code fillInStackTrace}. So {@code get} would be
 * called by its twin, with a test behind each call.
 */
public final class Unbound {
    private Unbound() {}

    /** That the local is not bound. */
    public static NoSuchElementException exception() {
        return new NoSuchElementException(
                "the ContextLocal is not bound in this thread: bind it with ContextLocal.where(..).run(..) around the call");
    }
}

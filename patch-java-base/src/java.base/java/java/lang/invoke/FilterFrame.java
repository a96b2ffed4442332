package java.lang.invoke;

import java.weft.Cont;
import java.weft.RuntimeFrame;

/** The heap frame of a handle that passes the result of another one through a filter. */
final class FilterFrame extends RuntimeFrame {
    private final MethodHandle filter;

    /** With a filter that takes a reference and returns one. */
    FilterFrame(MethodHandle filter) {
        this.filter = filter;
    }

    @Override
    public void resume(Cont cont) throws Throwable {
        Throwable t = cont.exc;
        if (t != null) {
            cont.exc = null;
            throw t;
        }
        cont.retA = WeftTwins.filter(filter, cont.takeA(), cont);
    }
}

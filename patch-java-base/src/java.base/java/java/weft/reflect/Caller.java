package java.weft.reflect;

import java.weft.Cont;
import jdk.internal.weft.Fields;

/** The class on whose behalf the runtime calls a caller-sensitive method, as noted in the context of the carrier. */
final class Caller {
    private final Cont cont;
    private final Class<?> before;

    private Caller(Cont cont) {
        this.cont = cont;
        before = cont.caller;
    }

    /** Notes a class; the result restores what was noted before. */
    static Caller set(Class<?> caller) {
        Caller result = new Caller(Fields.cont(Thread.currentThread()));
        result.cont.caller = caller;
        return result;
    }

    void restore() {
        cont.caller = before;
    }
}

package java.weft.reflect;

import java.weft.CarrierContext;

/** The class on whose behalf the runtime calls a caller-sensitive method, as noted in the context of the carrier. */
final class Caller {
    private final CarrierContext context;
    private final Class<?> before;

    private Caller(CarrierContext context) {
        this.context = context;
        before = context.caller;
    }

    /** Notes a class; the result restores what was noted before. */
    static Caller set(Class<?> caller) {
        Caller result = new Caller(CarrierContext.of(Thread.currentThread()));
        result.context.caller = caller;
        return result;
    }

    void restore() {
        context.caller = before;
    }
}

package java.weft;

import jdk.internal.reflect.WeftMagic;

/** Calls the twin of one method with boxed arguments; the subclasses are generated at run time. */
public abstract class Invoker extends WeftMagic {
    /** For generated subclasses. */
    protected Invoker() {}

    /**
     * Calls the twin. Target and arguments must fit the method exactly.
     *
     * @return the boxed result; without meaning if {@link CarrierContext#unwinding} is set
     * @throws Throwable what the method throws
     */
    public abstract Object invoke(Object target, Object[] arguments, CarrierContext context) throws Throwable;

    /**
     * Boxes a result; null if the twin has suspended: then there is none, and there may be no memory either. Of other
     * types, zero has a box already.
     */
    protected static Object box(float result, CarrierContext context) {
        return context.isUnwinding() ? null : result;
    }

    /** The same. */
    protected static Object box(double result, CarrierContext context) {
        return context.isUnwinding() ? null : result;
    }
}

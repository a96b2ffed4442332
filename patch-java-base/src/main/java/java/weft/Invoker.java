package java.weft;

import jdk.internal.reflect.WeftMagic;

/** Calls the twin of one method with boxed arguments; the subclasses are generated at run time. */
public abstract class Invoker extends WeftMagic {
    /** For generated subclasses. */
    protected Invoker() {}

    /**
     * Calls the twin, if each argument is null or of its parameter's type, or of exactly its box. The target must fit
     * the method.
     *
     * @param arguments may be null where the method has none
     * @return the boxed result; without meaning if {@link CarrierContext#unwinding} is set. This object, and nothing
     *     has happened, if the arguments do not fit
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

package java.weft.reflect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.weft.CarrierContext;
import jdk.internal.weft.InvokePackage;

/**
 * The door to {@code java.lang.invoke}, which alone can take method handles apart: what twins call in place of {@code
 * MethodHandle.invokeExact} and {@code invoke}. Its only heir lives there. Thread-safe.
 */
public abstract class HandleTwins {
    /** With more arguments the JDK spreads them in its own way. */
    private static final int MAX_SPREAD = 240;

    /** With more arguments the JDK collects them in its own way: so many may be of two slots each. */
    private static final int MAX_COLLECTED = 127;

    /** Made when the first twin calls by a handle; has no state, so that any is as good as another. */
    private static HandleTwins only;

    /** The one of this JVM. */
    public static HandleTwins get() {
        HandleTwins known = only;
        if (known == null) {
            known = (HandleTwins) InvokePackage.make("WeftTwins");
            only = known;
        }
        return known;
    }

    /**
     * The handle to be called in place of the given one: the same with one more parameter, the context. What it calls
     * may suspend, if the twin of that can be had; else it is called plainly.
     *
     * @param type what the handle's type must be
     * @throws java.lang.invoke.WrongMethodTypeException if it is another
     * @throws NullPointerException if the handle is null
     */
    public abstract MethodHandle ofExact(MethodHandle handle, MethodType type);

    /** As {@link #ofExact}, of the handle that is adapted by {@code asType}. */
    public abstract MethodHandle ofAdapted(MethodHandle handle, MethodType type);

    /** See {@code MethodHandle.invokeWithArguments}: what it calls may suspend. */
    public static Object invokeWithArguments(MethodHandle handle, Object[] arguments, CarrierContext context)
            throws Throwable {
        if (handle == null) {
            throw new NullPointerException(
                    "Cannot invoke \"java.lang.invoke.MethodHandle.invokeWithArguments(Object[])\"");
        }
        if (arguments == null || arguments.length > (handle.isVarargsCollector() ? MAX_COLLECTED : MAX_SPREAD)) {
            return handle.invokeWithArguments(arguments);
        }
        return get().spread(handle, arguments, context);
    }

    /**
     * As {@link #invokeWithArguments}, without the result: to convert one would be left to do when the call suspends.
     */
    public static void invokeForNothing(MethodHandle handle, Object[] arguments, CarrierContext context)
            throws Throwable {
        if (arguments.length > (handle.isVarargsCollector() ? MAX_COLLECTED : MAX_SPREAD)) {
            handle.invokeWithArguments(arguments);
        } else {
            get().spreadForNothing(handle, arguments, context);
        }
    }

    /** Calls the twin of the handle, adapted to so many references and no result. */
    protected abstract void spreadForNothing(MethodHandle handle, Object[] arguments, CarrierContext context)
            throws Throwable;

    /** Calls the twin of the handle, adapted to so many references. */
    protected abstract Object spread(MethodHandle handle, Object[] arguments, CarrierContext context) throws Throwable;
}

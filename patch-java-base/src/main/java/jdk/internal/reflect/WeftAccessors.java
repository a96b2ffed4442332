package jdk.internal.reflect;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import jdk.internal.weft.JdkAccess;

/**
 * Tells the accessors that reflection makes for a member from those that somebody else has given to it. The latter do
 * what they like: the accessor of a serialization constructor allocates another class than the constructor's own.
 */
public final class WeftAccessors {
    private WeftAccessors() {}

    /** An accessor of Weft's own, which does what its method says. */
    abstract static class Own implements MethodAccessor {}

    /** False if the constructor does something else than its class and parameters say. */
    public static boolean areOwn(Constructor<?> constructor) {
        ConstructorAccessor accessor = JdkAccess.constructorAccessor(constructor);
        return accessor == null
                || accessor instanceof ConstructorAccessorImpl
                        && !(accessor instanceof SerializationConstructorAccessorImpl);
    }

    /** False if the method does something else than its class, name and parameters say. */
    public static boolean areOwn(Method method) {
        MethodAccessor accessor = JdkAccess.methodAccessor(method);
        return accessor == null || accessor instanceof MethodAccessorImpl || accessor instanceof Own;
    }
}

package java.weft.reflect;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.weft.CarrierContext;
import java.weft.Initializers;
import java.weft.Invoker;
import jdk.internal.weft.JdkAccess;

/**
 * {@code Method.invoke} and {@code Constructor.newInstance} of twins: they call the twin of what is meant, so that it
 * may suspend. Everything out of the ordinary (wrong arguments, methods without twins) is left to the JDK's own, which
 * then sees the calling class as its caller.
 */
public final class Reflective {
    private Reflective() {}

    /** See {@code Method.invoke}; {@code caller} is the class whose code makes the call. */
    public static Object invoke(
            Method method, Object target, Object[] arguments, Class<?> caller, CarrierContext context)
            throws IllegalAccessException, InvocationTargetException {
        if (method == null) {
            throw nullReceiver("Method.invoke(Object, Object[])");
        }
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic && !method.getDeclaringClass().isInstance(target)) {
            return invokePlainly(method, target, arguments, caller);
        }
        if (!JdkAccess.override(method)) {
            JdkAccess.checkAccess(
                    method,
                    caller,
                    method.getDeclaringClass(),
                    isStatic ? null : target.getClass(),
                    method.getModifiers());
        }
        Initializers.before();
        Invoker invoker = Invokers.of(method);
        if (invoker == null) {
            return invokePlainly(method, target, arguments, caller);
        }
        Object[] given = arguments;
        Object result = invoker;
        while (result == invoker) {
            try {
                result = invoker.invoke(target, given, context);
            } catch (Throwable t) {
                throw new InvocationTargetException(t);
            }
            if (result == invoker) {
                given = given == arguments ? Arguments.widen(JdkAccess.parameterTypes(method), arguments) : null;
                if (given == null) {
                    return invokePlainly(method, target, arguments, caller);
                }
            }
        }
        if (context.isUnwinding()) {
            context.push(InvokeFrame.make(context, method.getReturnType()));
            return null;
        }
        return result;
    }

    private static Object invokePlainly(Method method, Object target, Object[] arguments, Class<?> caller)
            throws IllegalAccessException, InvocationTargetException {
        Caller before = Caller.set(caller);
        try {
            return method.invoke(target, arguments);
        } finally {
            before.restore();
        }
    }

    /** See {@code Constructor.newInstance}; {@code caller} is the class whose code makes the call. */
    public static Object newInstance(
            Constructor<?> constructor, Object[] arguments, Class<?> caller, CarrierContext context)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        if (constructor == null) {
            throw nullReceiver("Constructor.newInstance(Object[])");
        }
        Class<?> host = constructor.getDeclaringClass();
        if (!JdkAccess.override(constructor)) {
            JdkAccess.checkAccess(constructor, caller, host, host, constructor.getModifiers());
        }
        Initializers.before();
        Invoker invoker = Invokers.of(constructor);
        if (invoker == null) {
            return newInstancePlainly(constructor, arguments, caller);
        }
        Object[] given = arguments;
        Object made = invoker;
        while (made == invoker) {
            try {
                made = invoker.invoke(null, given, context);
            } catch (Throwable t) {
                throw new InvocationTargetException(t);
            }
            if (made == invoker) {
                given = given == arguments ? Arguments.widen(JdkAccess.parameterTypes(constructor), arguments) : null;
                if (given == null) {
                    return newInstancePlainly(constructor, arguments, caller);
                }
            }
        }
        if (context.isUnwinding()) {
            context.push(NewInstanceFrame.make(context, made));
            return null;
        }
        return made;
    }

    private static Object newInstancePlainly(Constructor<?> constructor, Object[] arguments, Class<?> caller)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        Caller before = Caller.set(caller);
        try {
            return constructor.newInstance(arguments);
        } finally {
            before.restore();
        }
    }

    /** As the VM's own message (JEP 358), which would tell of this class, but without the name of the receiver. */
    private static NullPointerException nullReceiver(String call) {
        return new NullPointerException("Cannot invoke \"java.lang.reflect." + call + "\"");
    }
}

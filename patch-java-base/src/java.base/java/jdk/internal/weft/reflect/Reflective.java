package jdk.internal.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.weft.Cont;
import java.weft.Invoker;
import jdk.internal.weft.Fields;

/**
 * {@code Method.invoke} of twins: calls the method's twin, so that it may suspend. Everything out of the ordinary (wrong
 * arguments, conversions, methods without twins) is left to the JDK's own {@code Method.invoke}, which then sees the
 * calling class as its caller.
 */
public final class Reflective {
    private Reflective() {}

    /** See {@code Method.invoke}; {@code caller} is the class whose code makes the call. */
    public static Object invoke(Method method, Object target, Object[] arguments, Class<?> caller, Cont cont)
            throws IllegalAccessException, InvocationTargetException {
        if (method == null) {
            // as the VM's own message (JEP 358), which would tell of this method, but without the name of the receiver
            throw new NullPointerException("Cannot invoke \"java.lang.reflect.Method.invoke(Object, Object[])\"");
        }
        Invoker invoker = Invokers.of(method);
        if (invoker == null || !fits(method, target, arguments)) {
            return invokePlainly(method, target, arguments, caller, cont);
        }
        if (!Fields.override(method)) {
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            Fields.checkAccess(
                    method,
                    caller,
                    method.getDeclaringClass(),
                    isStatic ? null : target.getClass(),
                    method.getModifiers());
        }
        Object result;
        try {
            result = invoker.invoke(target, arguments, cont);
        } catch (Throwable t) {
            throw new InvocationTargetException(t);
        }
        if (cont.unwinding) {
            cont.push(new InvokeFrame(method.getReturnType()));
            return null;
        }
        return result;
    }

    /** The JDK asks for its caller, finds this class, and is told the one that is noted in the context. */
    private static Object invokePlainly(Method method, Object target, Object[] arguments, Class<?> caller, Cont cont)
            throws IllegalAccessException, InvocationTargetException {
        Class<?> before = cont.caller;
        cont.caller = caller;
        try {
            return method.invoke(target, arguments);
        } finally {
            cont.caller = before;
        }
    }

    /** True if no conversion is needed but unboxing to exactly the parameter's type. */
    private static boolean fits(Method method, Object target, Object[] arguments) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        if (!isStatic && !method.getDeclaringClass().isInstance(target)) {
            return false;
        }
        Class<?>[] types = Fields.parameterTypes(method);
        if (types.length != (arguments == null ? 0 : arguments.length)) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (!fits(types[i], arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean fits(Class<?> type, Object argument) {
        if (!type.isPrimitive()) {
            return argument == null || type.isInstance(argument);
        }
        if (argument == null) {
            return false;
        }
        Class<?> box = argument.getClass();
        return type == int.class && box == Integer.class
                || type == long.class && box == Long.class
                || type == boolean.class && box == Boolean.class
                || type == double.class && box == Double.class
                || type == char.class && box == Character.class
                || type == byte.class && box == Byte.class
                || type == short.class && box == Short.class
                || type == float.class && box == Float.class;
    }
}

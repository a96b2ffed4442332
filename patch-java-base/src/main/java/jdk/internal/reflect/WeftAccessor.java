package jdk.internal.reflect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.weft.CarrierContext;
import java.weft.blocking.Sleep;
import java.weft.entry.WovenCode;

/**
 * Reflective calls of the natives that mean the fiber and not its carrier: {@code wait}, {@code notify} and {@code
 * notifyAll} of Object, {@code currentThread}, {@code holdsLock} and {@code sleep} of Thread. They call what woven code
 * calls directly.
 */
public final class WeftAccessor extends WeftAccessors.Own {
    private final String name;
    private final int parameters;

    private WeftAccessor(Method method) {
        name = method.getName();
        parameters = method.getParameterCount();
    }

    /** The accessor of such a method, or null for any other. */
    public static MethodAccessor of(Method method) {
        Class<?> host = method.getDeclaringClass();
        boolean isSubstituted = false;
        if (host == Object.class) {
            String name = method.getName();
            isSubstituted = name.equals("wait") || name.equals("notify") || name.equals("notifyAll");
        } else if (host == Thread.class) {
            String name = method.getName();
            Class<?>[] types = method.getParameterTypes();
            boolean isSleep = name.equals("sleep") && types.length == 1 && types[0] == long.class;
            isSubstituted = isSleep || name.equals("currentThread") || name.equals("holdsLock");
        }
        return isSubstituted ? new WeftAccessor(method) : null;
    }

    @Override
    public Object invoke(Object target, Object[] arguments) throws InvocationTargetException {
        boolean isSleep = name.equals("sleep");
        boolean isStatic = isSleep || name.equals("currentThread") || name.equals("holdsLock");
        if (target == null && !isStatic) {
            throw new NullPointerException();
        }
        int given = arguments == null ? 0 : arguments.length;
        if (given != parameters) {
            throw new IllegalArgumentException("wrong number of arguments");
        }
        boolean isTimed = parameters > 0 && (isSleep || !isStatic);
        long millis = isTimed ? number(arguments[0], true) : 0;
        int nanos = parameters > 1 ? (int) number(arguments[1], false) : 0;
        try {
            return call(target, arguments, millis, nanos);
        } catch (Throwable t) {
            throw new InvocationTargetException(t);
        }
    }

    /** The argument as a {@code long}, or else as an {@code int}, to which it may be widened (JLS 5.1.2). */
    private static long number(Object argument, boolean isLong) {
        if (argument instanceof Integer || argument instanceof Short || argument instanceof Byte) {
            return ((Number) argument).longValue();
        } else if (argument instanceof Character) {
            return (Character) argument;
        } else if (argument instanceof Long && isLong) {
            return (Long) argument;
        }
        throw argument == null
                ? new IllegalArgumentException()
                : new IllegalArgumentException("argument type mismatch");
    }

    private Object call(Object target, Object[] arguments, long millis, int nanos) throws InterruptedException {
        switch (name) {
            case "currentThread":
                return CarrierContext.currentThread();
            case "holdsLock":
                return WovenCode.holdsLock(arguments[0]);
            case "sleep":
                Sleep.sleepPlain(millis);
                return null;
            case "notify":
                WovenCode.notify(target);
                return null;
            case "notifyAll":
                WovenCode.notifyAll(target);
                return null;
            default:
                WovenCode.wait(target, millis, nanos);
                return null;
        }
    }
}

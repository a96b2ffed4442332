package java.weft.blocking;

import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;

/** Calls of proxies: what the methods of generated {@code Proxy} classes do with their handler, for their twins. */
public final class ProxyCalls {
    private ProxyCalls() {}

    /**
     * Calls the handler; wraps exceptions that the proxy's method must not throw.
     *
     * @param declared the checked exceptions that it may throw; null if there are none
     * @throws Throwable one of those, or an unchecked one
     */
    public static Object invoke(
            InvocationHandler handler, Object proxy, Method method, Object[] arguments, Class<?>[] declared)
            throws Throwable {
        try {
            Object result = handler.invoke(proxy, method, arguments);
            if (result == null) {
                refuseNull(method.getReturnType());
            }
            return result;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable t) {
            for (int i = 0; declared != null && i < declared.length; i++) {
                if (declared[i].isInstance(t)) {
                    throw t;
                }
            }
            throw new UndeclaredThrowableException(t);
        }
    }

    /** Throws what the unboxing of the handler's null throws, with the VM's own message (JEP 358). */
    private static void refuseNull(Class<?> result) {
        if (result.isPrimitive() && result != void.class) {
            String box = MethodType.methodType(result).wrap().returnType().getName();
            String unboxing = box + "." + result.getName() + "Value()";
            String handler = "java.lang.reflect.InvocationHandler.invoke(Object, java.lang.reflect.Method, Object[])";
            throw new NullPointerException(
                    "Cannot invoke \"" + unboxing + "\" because the return value of \"" + handler + "\" is null");
        }
    }
}

package java.weft.blocking;

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
            return handler.invoke(proxy, method, arguments);
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
}

package java.weft.blocking;

import java.security.AccessControlContext;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.weft.reflect.PrivilegedCalls;
import jdk.internal.weft.fiber.AccessContexts;

/**
 * {@code AccessController.doPrivileged} of fibers: where no security manager is installed, privileges mean nothing, and
 * the action runs as it is, so that it may suspend; a context is set for it where it could tell the difference. With a
 * security manager, the JDK's own code runs, on behalf of the calling class, and pins.
 */
@SuppressWarnings("removal")
public final class Privileged {
    private Privileged() {}

    /** See {@code AccessController.doPrivileged(PrivilegedAction)}; {@code caller} is the class that calls it. */
    public static Object doPrivileged(PrivilegedAction<?> action, Class<?> caller) {
        return System.getSecurityManager() == null ? run(action, null) : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context, Class<?> caller) {
        return System.getSecurityManager() == null
                ? run(action, context)
                : PrivilegedCalls.run(action, context, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action, Class<?> caller)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null ? run(action, null) : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction, AccessControlContext)}. */
    public static Object doPrivileged(
            PrivilegedExceptionAction<?> action, AccessControlContext context, Class<?> caller)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null
                ? run(action, context)
                : PrivilegedCalls.run(action, context, caller);
    }

    private static Object run(PrivilegedAction<?> action, AccessControlContext context) {
        Thread thread = Thread.currentThread();
        AccessControlContext outer = AccessContexts.of(thread);
        if (!AccessContexts.matters(context) && !AccessContexts.matters(outer)) {
            return action.run();
        }
        AccessContexts.set(thread, context);
        try {
            return action.run();
        } finally {
            AccessContexts.set(thread, outer);
        }
    }

    private static Object run(PrivilegedExceptionAction<?> action, AccessControlContext context)
            throws PrivilegedActionException {
        Thread thread = Thread.currentThread();
        AccessControlContext outer = AccessContexts.of(thread);
        boolean isSet = AccessContexts.matters(context) || AccessContexts.matters(outer);
        if (isSet) {
            AccessContexts.set(thread, context);
        }
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PrivilegedActionException(e);
        } finally {
            if (isSet) {
                AccessContexts.set(thread, outer);
            }
        }
    }
}

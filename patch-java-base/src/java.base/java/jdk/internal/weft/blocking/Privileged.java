package jdk.internal.weft.blocking;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import jdk.internal.weft.fiber.AccessContexts;

/**
 * {@code AccessController.doPrivileged} of fibers: where no security manager is installed, privileges mean nothing, and
 * the action runs as it is, so that it may suspend; a context is set for it where it could tell the difference. With a
 * security manager, the JDK's own code runs, and pins.
 */
@SuppressWarnings("removal")
public final class Privileged {
    private Privileged() {}

    /** See {@code AccessController.doPrivileged(PrivilegedAction)}. */
    public static Object doPrivileged(PrivilegedAction<?> action) {
        return System.getSecurityManager() == null ? run(action, null) : AccessController.doPrivileged(action);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context) {
        return System.getSecurityManager() == null
                ? run(action, context)
                : AccessController.doPrivileged(action, context);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        return System.getSecurityManager() == null ? run(action, null) : AccessController.doPrivileged(action);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action, AccessControlContext context)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null
                ? run(action, context)
                : AccessController.doPrivileged(action, context);
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

package jdk.internal.weft.blocking;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import jdk.internal.weft.Fields;

/**
 * {@code AccessController.doPrivileged} of fibers: where no security manager is installed, privileges mean nothing, and
 * the action runs as it is, so that it may suspend. With one, and for a context that says more than privileges (it has a
 * combiner, as {@code Subject.doAs} gives it), the JDK's own code runs, and pins.
 */
@SuppressWarnings("removal")
public final class Privileged {
    private Privileged() {}

    /** See {@code AccessController.doPrivileged(PrivilegedAction)}. */
    public static Object doPrivileged(PrivilegedAction<?> action) {
        return System.getSecurityManager() == null ? action.run() : AccessController.doPrivileged(action);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context) {
        return mayIgnore(context) ? action.run() : AccessController.doPrivileged(action, context);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        return System.getSecurityManager() == null ? run(action) : AccessController.doPrivileged(action);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action, AccessControlContext context)
            throws PrivilegedActionException {
        return mayIgnore(context) ? run(action) : AccessController.doPrivileged(action, context);
    }

    private static boolean mayIgnore(AccessControlContext context) {
        return System.getSecurityManager() == null && (context == null || Fields.combiner(context) == null);
    }

    private static Object run(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PrivilegedActionException(e);
        }
    }
}

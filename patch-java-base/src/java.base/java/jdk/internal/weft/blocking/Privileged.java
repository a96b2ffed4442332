package jdk.internal.weft.blocking;

import java.security.AccessControlContext;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import jdk.internal.weft.Fields;
import jdk.internal.weft.reflect.PrivilegedCalls;

/**
 * {@code AccessController.doPrivileged} of fibers: where no security manager is installed, privileges mean nothing, and
 * the action runs as it is, so that it may suspend. With one, and for a context that says more than privileges (it has a
 * combiner, as {@code Subject.doAs} gives it), the JDK's own code runs, on behalf of the calling class, and pins.
 */
@SuppressWarnings("removal")
public final class Privileged {
    private Privileged() {}

    /** See {@code AccessController.doPrivileged(PrivilegedAction)}; {@code caller} is the class that calls it. */
    public static Object doPrivileged(PrivilegedAction<?> action, Class<?> caller) {
        return System.getSecurityManager() == null ? action.run() : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context, Class<?> caller) {
        return mayIgnore(context) ? action.run() : PrivilegedCalls.run(action, context, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action, Class<?> caller)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null ? run(action) : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction, AccessControlContext)}. */
    public static Object doPrivileged(
            PrivilegedExceptionAction<?> action, AccessControlContext context, Class<?> caller)
            throws PrivilegedActionException {
        return mayIgnore(context) ? run(action) : PrivilegedCalls.run(action, context, caller);
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

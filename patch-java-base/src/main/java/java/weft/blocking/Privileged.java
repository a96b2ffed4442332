package java.weft.blocking;

import java.security.AccessControlContext;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.weft.reflect.PrivilegedCalls;
import jdk.internal.weft.AccessContexts;

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
        return System.getSecurityManager() == null ? run(action) : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedAction, AccessControlContext)}. */
    public static Object doPrivileged(PrivilegedAction<?> action, AccessControlContext context, Class<?> caller) {
        return System.getSecurityManager() == null
                ? runIn(action, context)
                : PrivilegedCalls.run(action, context, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction)}. */
    public static Object doPrivileged(PrivilegedExceptionAction<?> action, Class<?> caller)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null ? call(action) : PrivilegedCalls.run(action, caller);
    }

    /** See {@code AccessController.doPrivileged(PrivilegedExceptionAction, AccessControlContext)}. */
    public static Object doPrivileged(
            PrivilegedExceptionAction<?> action, AccessControlContext context, Class<?> caller)
            throws PrivilegedActionException {
        return System.getSecurityManager() == null
                ? callIn(action, context)
                : PrivilegedCalls.run(action, context, caller);
    }

    // Traces have AccessController's frames in the place of those of the next four, which they know by their names, and
    // of which there must be one on the stack (PrivilegedFrames).

    private static Object run(PrivilegedAction<?> action) {
        check(action);
        return matters(null) ? within(action, null) : action.run();
    }

    private static Object runIn(PrivilegedAction<?> action, AccessControlContext context) {
        check(action);
        return matters(context) ? within(action, context) : action.run();
    }

    private static Object call(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        check(action);
        try {
            return matters(null) ? within(action, null) : action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    private static Object callIn(PrivilegedExceptionAction<?> action, AccessControlContext context)
            throws PrivilegedActionException {
        check(action);
        try {
            return matters(context) ? within(action, context) : action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw failure(e);
        }
    }

    /** In the JDK it is a hidden frame that fails, of which the VM says no more. */
    private static void check(Object action) {
        if (action == null) {
            throw new NullPointerException();
        }
    }

    private static PrivilegedActionException failure(Exception e) {
        return new PrivilegedActionException(e);
    }

    private static boolean matters(AccessControlContext context) {
        return AccessContexts.matters(context) || AccessContexts.matters(AccessContexts.of(Thread.currentThread()));
    }

    private static Object within(PrivilegedAction<?> action, AccessControlContext context) {
        Thread thread = Thread.currentThread();
        AccessControlContext outer = AccessContexts.of(thread);
        AccessContexts.set(thread, context);
        try {
            return action.run();
        } finally {
            AccessContexts.set(thread, outer);
        }
    }

    private static Object within(PrivilegedExceptionAction<?> action, AccessControlContext context) throws Exception {
        Thread thread = Thread.currentThread();
        AccessControlContext outer = AccessContexts.of(thread);
        AccessContexts.set(thread, context);
        try {
            return action.run();
        } finally {
            AccessContexts.set(thread, outer);
        }
    }
}

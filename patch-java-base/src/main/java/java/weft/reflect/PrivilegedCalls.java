package java.weft.reflect;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/**
 * The JDK's own {@code AccessController.doPrivileged}, called on behalf of another class: it asks for its caller, finds
 * this class, and is told the one that is noted in the context. Not woven; pins.
 */
@SuppressWarnings("removal")
public final class PrivilegedCalls {
    private PrivilegedCalls() {}

    /** With the privileges of {@code caller}. */
    public static Object run(PrivilegedAction<?> action, Class<?> caller) {
        Caller before = Caller.set(caller);
        try {
            return AccessController.doPrivileged(action);
        } finally {
            before.restore();
        }
    }

    /** With the privileges of {@code caller}, less what the context lacks. */
    public static Object run(PrivilegedAction<?> action, AccessControlContext context, Class<?> caller) {
        Caller before = Caller.set(caller);
        try {
            return AccessController.doPrivileged(action, context);
        } finally {
            before.restore();
        }
    }

    /** With the privileges of {@code caller}. */
    public static Object run(PrivilegedExceptionAction<?> action, Class<?> caller) throws PrivilegedActionException {
        Caller before = Caller.set(caller);
        try {
            return AccessController.doPrivileged(action);
        } finally {
            before.restore();
        }
    }

    /** With the privileges of {@code caller}, less what the context lacks. */
    public static Object run(PrivilegedExceptionAction<?> action, AccessControlContext context, Class<?> caller)
            throws PrivilegedActionException {
        Caller before = Caller.set(caller);
        try {
            return AccessController.doPrivileged(action, context);
        } finally {
            before.restore();
        }
    }
}

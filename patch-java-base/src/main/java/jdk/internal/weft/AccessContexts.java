package jdk.internal.weft;

import java.security.AccessControlContext;

/**
 * The access control contexts of fibers. The VM's lie on the carrier's stack and in the carrier's thread; a fiber's is
 * in the field of its own thread that holds the inherited one, where {@code Privileged} replaces it for the extent of
 * an action.
 *
 * <p>Without a security manager a context is asked for its {@code DomainCombiner}, which is how a {@code Subject}
 * travels, and is compared with others, for which its domains count.
 */
@SuppressWarnings("removal")
public final class AccessContexts {
    private AccessContexts() {}

    /** Whether an action that runs with such a context can tell the difference. */
    public static boolean matters(AccessControlContext context) {
        return context != null && (JdkAccess.combiner(context) != null || JdkAccess.context(context) != null);
    }

    /** The context of a fiber's thread. */
    public static AccessControlContext of(Thread thread) {
        return JdkAccess.inheritedAccessControlContext(thread);
    }

    /** Sets {@link #of}; by the thread itself. */
    public static void set(Thread thread, AccessControlContext context) {
        JdkAccess.inheritedAccessControlContext(thread, context);
    }
}

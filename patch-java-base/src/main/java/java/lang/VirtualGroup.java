package java.lang;

import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import jdk.internal.weft.SystemThread;

/** What all virtual threads have in common. */
final class VirtualGroup {
    /** Their group; they are in it by name only, so that it enumerates none of them. */
    static final ThreadGroup GROUP = group();

    /** Their inherited access control context: no permission at all. */
    @SuppressWarnings("removal")
    static final AccessControlContext NO_PERMISSIONS =
            new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, null)});

    private VirtualGroup() {}

    @SuppressWarnings("removal")
    private static ThreadGroup group() {
        return AccessController.doPrivileged(
                (PrivilegedAction<ThreadGroup>) () -> new ThreadGroup(SystemThread.systemGroup(), "VirtualThreads"));
    }
}

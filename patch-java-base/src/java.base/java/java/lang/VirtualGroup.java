package java.lang;

import java.security.AccessControlContext;
import java.security.ProtectionDomain;

/** What all virtual threads have in common. */
final class VirtualGroup {
    /** Their group; they are in it by name only, so that it enumerates none of them. */
    static final ThreadGroup GROUP = group();

    /** Their inherited access control context: no permission at all. */
    @SuppressWarnings("removal")
    static final AccessControlContext NO_PERMISSIONS =
            new AccessControlContext(new ProtectionDomain[] {new ProtectionDomain(null, null)});

    private VirtualGroup() {}

    private static ThreadGroup group() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return new ThreadGroup(root, "VirtualThreads");
    }
}

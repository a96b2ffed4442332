package java.lang;

import java.security.AccessControlContext;
import java.security.ProtectionDomain;
import jdk.internal.weft.Fields;

/** What all virtual threads have in common. */
final class VirtualGroup {
    /** Their group. It has no place in the tree of groups: nothing that enumerates finds it, or them. */
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
        ThreadGroup group = new ThreadGroup(root, "VirtualThreads");
        Fields.remove(root, group);
        return group;
    }
}

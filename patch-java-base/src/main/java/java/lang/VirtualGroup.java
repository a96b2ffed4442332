package java.lang;

import java.security.AccessControlContext;
import java.security.ProtectionDomain;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
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

    /**
     * Without a constructor, which would ask the security manager: a program's own may refuse the system's group to
     * whoever is privileged.
     */
    private static ThreadGroup group() {
        Unsafe unsafe = Unsafe.getUnsafe();
        ThreadGroup made;
        try {
            made = (ThreadGroup) unsafe.allocateInstance(ThreadGroup.class);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        }
        ThreadGroup parent = SystemThread.systemGroup();
        unsafe.putReference(made, unsafe.objectFieldOffset(ThreadGroup.class, "parent"), parent);
        unsafe.putReference(made, unsafe.objectFieldOffset(ThreadGroup.class, "name"), "VirtualThreads");
        unsafe.putInt(made, unsafe.objectFieldOffset(ThreadGroup.class, "maxPriority"), parent.getMaxPriority());
        JdkAccess.add(parent, made);
        return made;
    }
}

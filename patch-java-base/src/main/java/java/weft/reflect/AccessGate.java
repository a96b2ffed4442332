package java.weft.reflect;

import jdk.internal.weft.agent.HostAccess;

/** Where resumers ask about a use of a member that was unsure when they were made. Safe for use by several threads. */
public final class AccessGate {
    private AccessGate() {}

    /**
     * Called in front of the instruction that uses the member.
     *
     * @param resumer the caller
     * @param kind of the reference (JVMS 5.4.3.5); 0 for the class alone
     * @param owner the class that the instruction names, with slashes
     * @throws IllegalAccessError if the resumer's host may not use the member (JVMS 5.4.4)
     */
    public static void check(Class<?> resumer, int kind, String owner, String name, String desc) {
        HostAccess.check(resumer, kind, owner, name, desc);
    }
}

package jdk.internal.weft.fiber;

import jdk.internal.weft.JdkAccess;

/** What JEP 444 rules for the threads that its API makes; usable from the VM's first moments. */
public final class VirtualRules {
    private VirtualRules() {}

    /** Whether the thread was made by the API of JEP 444 as a virtual one. */
    public static boolean isMadeByApi(Thread thread) {
        return Choice.of(thread) == Choice.VIRTUAL;
    }

    /** First in {@code Thread.setDaemon}: a virtual thread is a daemon. */
    public static void checkDaemon(Thread thread, boolean on) {
        if (!on && isMadeByApi(thread)) {
            throw new IllegalArgumentException("'false' not legal for virtual threads");
        }
    }

    /** The group that {@code Thread.setPriority} asks for; null, and so no effect, for a virtual thread. */
    public static ThreadGroup groupForPriority(Thread thread) {
        return isMadeByApi(thread) ? null : thread.getThreadGroup();
    }

    /** A virtual thread belongs to its group in name only: it leaves without telling it. */
    public static void leaveGroup(Thread thread) {
        if (isMadeByApi(thread)) {
            JdkAccess.group(thread, null);
        }
    }
}

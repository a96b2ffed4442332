package jdk.internal.weft;

/** A daemon thread of the runtime itself; always a platform thread, in the system thread group. */
public final class SystemThread extends Thread {
    /** Makes a daemon thread without inherited thread locals. */
    public SystemThread(Runnable task, String name) {
        super(systemGroup(), task, name, 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}

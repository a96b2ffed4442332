package jdk.internal.weft;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** A daemon thread of the runtime itself; always a platform thread, in the system thread group. */
public final class SystemThread extends Thread {
    private final Runnable task;

    private SystemThread(Runnable task, String name) {
        super(systemGroup(), null, name, 0, false);
        this.task = task;
        setDaemon(true);
        setContextClassLoader(null);
    }

    /**
     * Makes a daemon thread without inherited thread locals. It is not started. Whose call has made it necessary does not
     * matter: that code needs no permission for it, nor do its domains bind the thread.
     */
    @SuppressWarnings("removal")
    public static SystemThread make(Runnable task, String name) {
        return System.getSecurityManager() == null
                ? new SystemThread(task, name)
                : AccessController.doPrivileged(new Making(task, name));
    }

    private static final class Making implements PrivilegedAction<SystemThread> {
        private final Runnable task;
        private final String name;

        Making(Runnable task, String name) {
            this.task = task;
            this.name = name;
        }

        @Override
        public SystemThread run() {
            return new SystemThread(task, name);
        }
    }

    /** Runs the task: no frame of {@code Thread} lies below it, that a fiber's stack walk would have to hide. */
    @Override
    public void run() {
        task.run();
    }

    /** The root of all thread groups, for which no security manager is asked. */
    public static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group; parent != null; parent = JdkAccess.parent(parent)) {
            group = parent;
        }
        return group;
    }
}

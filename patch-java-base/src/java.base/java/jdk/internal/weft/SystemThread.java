package jdk.internal.weft;

/** A daemon thread of the runtime itself; always a platform thread, in the system thread group. */
public final class SystemThread extends Thread {
    private final Runnable task;

    /** Makes a daemon thread without inherited thread locals. */
    public SystemThread(Runnable task, String name) {
        super(systemGroup(), null, name, 0, false);
        this.task = task;
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Runs the task: no frame of {@code Thread} lies below it, that a fiber's stack walk would have to hide. */
    @Override
    public void run() {
        task.run();
    }

    private static ThreadGroup systemGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}

package jdk.internal.weft.monitor;

import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fibers;

/**
 * The end of a platform thread, made known to the fibers that wait on its {@code Thread} object, as {@code join} does.
 *
 * <p>The VM ends a thread by entering the monitor of its {@code Thread} object, marking it as terminated, notifying all
 * and leaving (JLS does not say so, {@code Thread.join} does). It knows nothing of the table, so a system thread stands
 * in the VM's wait set on behalf of the fibers: one for each platform thread that fibers wait for, as long as one does.
 *
 * <p>No wake-up is lost: the fiber has seen, inside the monitor, that the thread is not terminated; the watcher looks
 * again after it has entered, and then only waits if it can still be notified.
 */
final class ThreadExit extends Link implements Runnable {
    /** JVMTI_THREAD_STATE_TERMINATED. */
    private static final int TERMINATED = 2;

    private static final IdentityTable WATCHED = new IdentityTable();

    private final Entry entry;

    private ThreadExit(Entry entry) {
        super(entry.key, entry.hash);
        this.entry = entry;
    }

    /** True for the {@code Thread} object of a platform thread, at which the VM may notify. */
    static boolean concerns(Object monitor) {
        return monitor instanceof Thread && Fibers.of((Thread) monitor) == null;
    }

    /**
     * Makes sure that suspended waiters will be told of the thread's end; the caller really holds the monitor.
     *
     * @return false if that is not possible, for lack of resources
     */
    static boolean watch(Entry entry) {
        if (isTerminated((Thread) entry.key) || WATCHED.find(entry.key) != null) {
            return true;
        }
        try {
            ThreadExit watcher = new ThreadExit(entry);
            SystemThread thread = SystemThread.make(watcher, "weft-thread-exit");
            entry.monitorWaiterComes();
            WATCHED.add(watcher);
            boolean started = false;
            try {
                thread.start();
                started = true;
            } finally {
                if (!started) {
                    watcher.leave();
                }
            }
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private static boolean isTerminated(Thread thread) {
        return (JdkAccess.threadStatus(thread) & TERMINATED) != 0;
    }

    @Override
    public void run() {
        Thread thread = (Thread) key;
        synchronized (thread) {
            for (; ; ) {
                if (isTerminated(thread)) {
                    entry.notifyEvery();
                }
                if (!entry.hasSuspendedWaiter()) {
                    break;
                }
                try {
                    thread.wait();
                } catch (InterruptedException e) {
                    // nobody interrupts a system thread in earnest
                }
            }
            leave();
        }
    }

    private void leave() {
        WATCHED.remove(this);
        entry.monitorWaiterLeaves();
        Entries.prune(entry);
    }
}

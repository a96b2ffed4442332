package jdk.internal.weft.monitor;

import jdk.internal.weft.fiber.Fibers;

/** The end of a fiber, made known to who waits on its {@code Thread} object, as {@code join} does. */
public final class FiberEnd {
    private FiberEnd() {}

    /**
     * Ends the fiber's thread, as {@code synchronized (thread) { terminated(thread); thread.notifyAll(); }} does;
     * false, and nothing has happened, if a suspended fiber owns the monitor. Not woven: it never waits for long.
     *
     * @param isTerminated whether the thread has ended, and only those are to be told that wait on the object
     */
    public static boolean endAtOnce(Thread thread, boolean isTerminated) {
        if (Monitors.ever != 0) {
            Monitors.prepare(thread);
        }
        synchronized (thread) {
            if (Monitors.ever != 0 && Monitors.isForeign(thread, thread)) {
                return false;
            }
            if (!isTerminated) {
                Fibers.terminated(thread);
            }
            Monitors.notifyAll(thread, thread);
            return true;
        }
    }
}

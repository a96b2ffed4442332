package jdk.internal.weft.blocking;

import java.util.concurrent.locks.LockSupport;
import jdk.internal.weft.Fields;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Joiner;

/**
 * {@code Thread.join} in twins. A fiber keeps a list of those that wait for its end; who waits on the {@code Thread} object, as one
 * could always do, is notified as well. That way is also gone by a thread that holds the object's monitor: {@code join} gives
 * it up while it waits, and a fiber cannot end before.
 */
public final class Joining {
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

    private Joining() {}

    /**
     * Waits for the end of the thread.
     *
     * @param millis at most so many milliseconds; 0 for ever
     * @throws IllegalArgumentException if the time is negative
     * @throws InterruptedException if the caller is interrupted before or meanwhile; the flag is then cleared
     */
    public static void join(Thread thread, long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (!thread.isAlive()) {
            return;
        }
        Fiber fiber = Fields.fiber(thread);
        if (fiber == null || Thread.holdsLock(thread)) {
            joinByMonitor(thread, millis);
            return;
        }
        Joiner joiner = new Joiner(Thread.currentThread());
        if (!fiber.addJoiner(joiner)) {
            return;
        }
        try {
            untilEnded(fiber, millis);
        } finally {
            joiner.leave();
        }
    }

    private static void untilEnded(Fiber fiber, long millis) throws InterruptedException {
        long nanos = Math.min(millis, MAX_MILLIS) * 1_000_000;
        long deadline = System.nanoTime() + nanos;
        for (; ; ) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (fiber.hasReleasedJoiners()) {
                return;
            }
            if (nanos == 0) {
                LockSupport.park();
            } else {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                LockSupport.parkNanos(left);
            }
        }
    }

    private static void joinByMonitor(Thread thread, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + Math.min(millis, MAX_MILLIS) * 1_000_000;
        synchronized (thread) {
            long left = millis;
            while (thread.isAlive() && (millis == 0 || left > 0)) {
                thread.wait(left);
                if (millis > 0) {
                    left = (deadline - System.nanoTime() + 999_999) / 1_000_000;
                }
            }
        }
    }
}

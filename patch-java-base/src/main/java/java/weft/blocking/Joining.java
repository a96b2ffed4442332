package java.weft.blocking;

import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Joiner;

/**
 * {@code Thread.join} in twins. A fiber keeps a list of those that wait for its end; who waits on the {@code Thread}
 * object, as one could always do, is notified as well. That way is gone by platform threads, without memory, and by a
 * fiber that holds the object's monitor: {@code join} gives it up while it waits, and a fiber cannot end before.
 */
public final class Joining {
    /** One less than would do: what is left is rounded up. */
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000 - 1;

    private Joining() {}

    /** What {@code Thread.join()} calls in place of {@code join(0)}: waits for the end of the thread. */
    public static void joinForEver(Thread thread, long zero) throws InterruptedException {
        if (Fibers.of(thread) == null) {
            thread.join(0);
        } else {
            join(thread, 0);
        }
    }

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
        Fiber fiber = Fibers.of(thread);
        Fiber me = Fibers.of(Thread.currentThread());
        if (fiber == null || me == null || Thread.holdsLock(thread)) {
            joinByMonitor(thread, millis);
            return;
        }
        Joiner joiner;
        try {
            joiner = new Joiner(me);
        } catch (OutOfMemoryError e) {
            // the other way can do without memory
            joinByMonitor(thread, millis);
            return;
        }
        if (!fiber.addJoiner(joiner)) {
            return;
        }
        try {
            await(fiber, millis);
        } finally {
            joiner.leave();
        }
    }

    private static void await(Fiber fiber, long millis) throws InterruptedException {
        long nanos = Math.min(millis, MAX_MILLIS) * 1_000_000;
        long deadline = millis == 0 ? 0 : System.nanoTime() + nanos;
        long left = nanos;
        while (!fiber.hasReleasedJoiners() && (millis == 0 || left > 0)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Waiting.await(left);
            left = millis == 0 ? 0 : deadline - System.nanoTime();
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

package java.weft.blocking;

import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fibers;

/** {@code Thread.sleep} of fibers. */
public final class Sleep {
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

    private Sleep() {}

    /** What a plain copy calls: sleeps natively on a platform thread, pinned in a fiber. */
    public static void sleepPlain(long millis) throws InterruptedException {
        if (Fibers.of(Thread.currentThread()) == null) {
            JdkAccess.sleep(Thread.currentThread(), millis);
        } else {
            sleep(millis);
        }
    }

    /**
     * Parks for so many milliseconds.
     *
     * @throws IllegalArgumentException if the time is negative
     * @throws InterruptedException if the thread is interrupted before or meanwhile; the flag is then cleared
     */
    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        if (millis == 0) {
            Thread.yield();
            return;
        }
        long nanos = Math.min(millis, MAX_MILLIS) * 1_000_000;
        long deadline = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = deadline - System.nanoTime()) {
            Waiting.await(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("sleep interrupted");
            }
        }
    }
}

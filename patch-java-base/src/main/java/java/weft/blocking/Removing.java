package java.weft.blocking;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Remover;

/**
 * {@code ReferenceQueue.remove} in twins. The queue's own code must not be left in the middle, since the VM's thread
 * that brings references enters its lock; so a fiber waits beside that lock, in a list that the queue keeps.
 */
public final class Removing {
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;

    /** How long a fiber waits at most that nobody knows of, since there is no memory for the list. */
    private static final long UNSEEN_NANOS = 10_000_000;

    private Removing() {}

    /**
     * {@code ReferenceQueue.remove()}: calls the other form, which a program may have overridden.
     *
     * @throws InterruptedException if the caller is interrupted before or meanwhile; the flag is then cleared
     */
    public static Reference<?> removeForEver(ReferenceQueue<?> queue) throws InterruptedException {
        return queue.remove(0);
    }

    /**
     * Waits for a reference in the queue, and takes it out.
     *
     * @param millis at most so many milliseconds; 0 for ever
     * @return null if the time is over
     * @throws IllegalArgumentException if the time is negative
     * @throws InterruptedException if there is none yet, and the caller is interrupted before or meanwhile; the flag is
     *     then cleared
     */
    public static Reference<?> remove(ReferenceQueue<?> queue, long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("Negative timeout value");
        }
        Reference<?> found = JdkAccess.poll(queue);
        long nanos = Math.min(millis, MAX_MILLIS) * 1_000_000;
        long deadline = millis == 0 ? 0 : System.nanoTime() + nanos;
        long left = nanos;
        while (found == null && (millis == 0 || left > 0)) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            found = await(queue, left);
            left = millis == 0 ? 0 : deadline - System.nanoTime();
        }
        return found;
    }

    /** Waits once; the caller asks again, as it may have been for nothing. */
    private static Reference<?> await(ReferenceQueue<?> queue, long nanos) {
        Remover remover;
        try {
            remover = new Remover(Thread.currentThread());
        } catch (OutOfMemoryError e) {
            Waiting.await(nanos == 0 ? UNSEEN_NANOS : Math.min(nanos, UNSEEN_NANOS));
            return JdkAccess.poll(queue);
        }
        remover.enter(queue);
        try {
            Reference<?> found = JdkAccess.poll(queue);
            if (found != null) {
                return found;
            }
            Waiting.await(nanos);
            return JdkAccess.poll(queue);
        } finally {
            remover.leave(queue);
        }
    }
}

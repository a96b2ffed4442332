package jdk.internal.weft.scheduler;

import jdk.internal.weft.SpinLock;
import jdk.internal.weft.fiber.Fiber;

/**
 * The fibers that no carrier has queued: those that platform threads start and wake, and those for which a carrier's
 * own queue has no memory. First in, first out; linked through the fibers, so that adding allocates nothing.
 * Thread-safe. Nothing in it throws, but for a stack that is exhausted: callers see to that.
 */
final class SubmissionQueue {
    private final SpinLock lock = new SpinLock();
    private Fiber first;
    private Fiber last;

    /**
     * Written under the lock, read without; the write orders an add before what the adder reads next, see
     * {@link IdleWorkers}.
     */
    private volatile int size;

    /** Adds at the end. */
    void add(Fiber fiber) {
        lock.lock();
        if (first == null) {
            first = fiber;
        } else {
            last.scheduling = fiber;
        }
        last = fiber;
        size++;
        lock.unlock();
    }

    /** Takes the first, or null. */
    Fiber poll() {
        if (size == 0) {
            return null;
        }
        lock.lock();
        Fiber taken = first;
        if (taken != null) {
            unlink();
        }
        lock.unlock();
        return taken;
    }

    /** Takes the first, or null, and moves up to so many more to the queue, which the caller owns. */
    Fiber poll(StealQueue<Fiber> to, int more) {
        if (size == 0) {
            return null;
        }
        lock.lock();
        Fiber taken = first;
        if (taken != null) {
            unlink();
            for (int i = 0; i < more && first != null && to.add(first); i++) {
                unlink();
            }
        }
        lock.unlock();
        return taken;
    }

    private void unlink() {
        Fiber taken = first;
        first = (Fiber) taken.scheduling;
        taken.scheduling = null;
        if (first == null) {
            // else the queue would keep a thread that may have ended long ago
            last = null;
        }
        size--;
    }

    /** Number of fibers. A snapshot. */
    int size() {
        return size;
    }
}

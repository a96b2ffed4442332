package jdk.internal.weft.scheduler;

import java.util.IdentityHashMap;
import java.util.Map;
import jdk.internal.weft.SpinLock;

/**
 * Tells whether the thread that has the turn in a {@link Simulation} is blocked for good: by a monitor that a pinned
 * fiber really has, or by the initialization of a class by one. {@link #known} and {@link #kernelId} may be called by
 * any thread, the rest by the one that looks after it.
 */
final class BlockedHolder {
    /**
     * How often it is seen blocked in a row, without a moment of the processor, until another thread takes the turn:
     * for a monitor; and elsewhere, where it may only load a class.
     */
    private static final int BLOCKED_LOOKS = 20;

    private static final int ASLEEP_LOOKS = 200;

    private final SpinLock lock;

    /** The kernel's numbers of those that draw. */
    private final Map<Thread, Integer> kernelIds = new IdentityHashMap<>();

    private final KernelThread kernel = new KernelThread();
    private int looks;
    private long computed;

    BlockedHolder(SpinLock lock) {
        this.lock = lock;
    }

    /** The calling thread will have the turn. */
    void known() {
        int id = new KernelThread().ownId();
        lock.lock();
        kernelIds.put(Thread.currentThread(), id);
        lock.unlock();
    }

    /** The kernel's number of a thread that draws, or has drawn; 0 if it is not known. May be called by any thread. */
    int kernelId(Thread thread) {
        lock.lock();
        Integer id = kernelIds.get(thread);
        lock.unlock();
        return id == null ? 0 : id;
    }

    /** It has gone on, or is not to be looked at. */
    void forget() {
        looks = 0;
    }

    /** A look at it; true if it has been blocked for so many that another one is to take the turn. */
    boolean isStuck(Thread holder) {
        if (!isBlocked(holder)) {
            forget();
            return false;
        }
        int most = holder.getState() == Thread.State.BLOCKED ? BLOCKED_LOOKS : ASLEEP_LOOKS;
        if (++looks < most) {
            return false;
        }
        forget();
        return true;
    }

    private boolean isBlocked(Thread thread) {
        int id = kernelId(thread);
        if (id == 0 || !kernel.look(KernelThread.stat(id), KernelThread.schedstat(id))) {
            return thread.getState() == Thread.State.BLOCKED;
        }
        boolean hasComputed = kernel.nanos() != computed;
        computed = kernel.nanos();
        return kernel.isBlocked() && !hasComputed;
    }
}

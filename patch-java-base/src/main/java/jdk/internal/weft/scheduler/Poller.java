package jdk.internal.weft.scheduler;

import jdk.internal.misc.Unsafe;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.fiber.FiberExit;

/**
 * Who looks for what the kernel has to tell: the carriers themselves. Nothing is handed from thread to thread, and
 * under load nobody is woken.
 *
 * <pre>
 * a carrier that runs       looks when it is out of fibers, and every now and then
 * a carrier that is parked  waits in the kernel, if nobody else does
 * the poll thread           waits there if nobody has done either for {@value #PATIENCE_NANOS} ns, but could run
 *                           what is found there: some compute, others are parked or blocked
 * </pre>
 *
 * <p>No event is lost: the kernel keeps it for whoever looks next, and the poll thread only sleeps for longer than its
 * patience while a carrier waits. For that it writes {@code asleep}, then reads {@code waiting}; a carrier that ends
 * its wait writes {@code waiting}, then reads {@code asleep}. Who calls a carrier writes {@code isCalled} and then
 * reads {@code waiting}; the carrier does it the other way round. All are volatile, so in each pair at least one sees
 * the other (JLS 17.4.3).
 */
public final class Poller implements Runnable {
    private static final long PATIENCE_NANOS = 500_000;

    /** How often, and for how long each time, the end waits for who is in the kernel. */
    private static final int END_TRIES = 20;

    private static final long END_NANOS = 50_000;

    /** How long the poll thread waits while all carriers run that should: there is nobody that it could help. */
    private static final long BUSY_NANOS = 2_000_000;

    /**
     * So often the poll thread finds a carrier waiting before it sleeps: no carrier should have to wake it at each
     * event.
     */
    private static final int CALM = 20;

    private static final Unsafe U = Unsafe.getUnsafe();

    /** Held by the only one that waits in the kernel. */
    private final SpinLock wait = new SpinLock();

    private final IdleWorkers workers;

    /** Null until fibers have waited for events. */
    private volatile Source source;

    /** Whether some carrier has waited for events. */
    private volatile boolean isKnown;

    /** The carrier that waits in the kernel, or is about to. */
    private volatile Worker waiting;

    /** Whether somebody has failed while it took what it had found. Guarded by {@link #wait}. */
    private boolean isLeft;

    private volatile Thread pollThread;
    private volatile boolean asleep;
    private volatile boolean hasEnded;

    /** How often anybody has looked; counts may be lost. */
    private int looks;

    /** For those carriers. */
    Poller(IdleWorkers workers) {
        this.workers = workers;
    }

    /**
     * Where events come from. Fibers that have waited for them are queued by the thread that takes them; if it is a
     * carrier, it has mounted no fiber. Nothing is thrown but what the VM throws.
     */
    public interface Source {
        /** Takes what has occurred, without waiting. Thread-safe. */
        void look();

        /** Waits until there is something to take, or {@link #wake}. For one thread at a time. True if there is. */
        boolean await();

        /** Takes what the last {@link #await} has found; again, if that has failed. For one thread at a time. */
        void take();

        /** Ends the wait of another thread, or its next one. Thread-safe. */
        void wake();
    }

    /**
     * Called once, when nothing can fail any more: carriers use the source from then on. The thread is to call
     * {@link #watch}.
     */
    public void come(Source from, Thread thread) {
        pollThread = thread;
        source = from;
        FiberExit.lastly(this);
    }

    /** True once fibers have waited for events. */
    boolean mayCome() {
        return source != null;
    }

    /** True if a carrier waits for events in the kernel. A snapshot. */
    boolean areAwaited() {
        return waiting != null;
    }

    /** Looks for events; for carriers. */
    void look() {
        Source from = source;
        if (from != null) {
            looks++;
            from.look();
        }
    }

    /**
     * Waits for events, or to be called, in place of parked; false if that is not to be done: there are none, or
     * somebody else waits.
     */
    boolean await(Worker carrier) {
        Source from = source;
        if (from == null || hasEnded || !wait.tryLock()) {
            return false;
        }
        try {
            if (awaitAs(carrier, from)) {
                workers.unparkSelf(carrier);
                take(from);
            }
        } finally {
            wait.unlock();
        }
        return true;
    }

    private boolean awaitAs(Worker carrier, Source from) {
        waiting = carrier;
        try {
            if (!isKnown) {
                isKnown = true;
            }
            // the kernel's wait knows milliseconds only
            workers.leavesTimers();
            return !carrier.isCalled && !carrier.isDismissed && !hasEnded && (isLeft || from.await());
        } finally {
            waiting = null;
            looks++;
            if (asleep) {
                U.unpark(pollThread);
            }
        }
    }

    /** The kernel tells its events once. */
    private void take(Source from) {
        isLeft = true;
        from.take();
        isLeft = false;
    }

    /** Ends the wait of a carrier, if it is in one. */
    void wake(Worker carrier) {
        if (waiting == carrier) {
            source.wake();
        }
    }

    /** The poll thread's work; returns when it has waited once. */
    public void watch() {
        int calm = 0;
        boolean busy = areAllBusy();
        for (int seen = looks - 1; busy || seen != looks || waiting != null; busy = areAllBusy()) {
            seen = looks;
            calm = waiting == null ? 0 : calm + 1;
            if (calm > CALM) {
                sleep();
                calm = 0;
            } else {
                U.park(false, busy ? BUSY_NANOS : PATIENCE_NANOS);
            }
        }
        if (hasEnded) {
            U.park(false, 0);
        } else if (wait.tryLock()) {
            try {
                if (!hasEnded && (isLeft || source.await())) {
                    take(source);
                }
            } finally {
                wait.unlock();
            }
        }
    }

    /**
     * The VM is about to exit: nobody waits in the kernel any more. A VM that exits waits up to 300 ms for threads that
     * are in native code (HotSpot's {@code VM_Exit::wait_for_threads_in_native_to_block}).
     */
    @Override
    public void run() {
        Source from = source;
        if (from == null) {
            return;
        }
        hasEnded = true;
        for (int i = 0; i < END_TRIES && !wait.tryLock(); i++) {
            from.wake();
            U.park(false, END_NANOS);
        }
    }

    /**
     * Under load the carriers may have lost their processors to others: this thread would only take more of their time.
     */
    private boolean areAllBusy() {
        return isKnown && !hasEnded && workers.isFull();
    }

    private void sleep() {
        asleep = true;
        if (waiting != null) {
            U.park(false, 0);
        }
        asleep = false;
    }
}

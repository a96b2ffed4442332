package jdk.internal.weft.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.weft.Frame;
import java.weft.blocking.BlockingPool;
import jdk.internal.weft.SpinLock;
import jdk.internal.weft.fiber.Fibers;

/**
 * What is not of a {@link Simulation}, and may wake a fiber of it: input, threads that are no fibers, fibers of other
 * schedulers, and threads that run code of fibers without having the turn. Thread-safe, by the simulation's lock.
 */
final class Outside {
    /** How often, where no timer is left, is looked whether threads are still at work. */
    private static final int MAX_LOOKS = 10_000;

    /** How often is looked, after a thread or a process has ended, whether one is woken that waits for its end. */
    private static final int LOOKS_FOR_END = 50;

    /** The end of one comes from outside, too. */
    private static final String PROCESS = "java.lang.Process";

    /** Frames of the runtime above the one that waits for input. */
    private static final int OWN_FRAMES = 12;

    private final SpinLock lock;
    private final BlockedHolder blocked;

    /** Of the thread that looks. */
    private final KernelThread kernel = new KernelThread();

    /** Threads that run code of fibers, or block in it, without having the turn. */
    private final List<Thread> loose = new ArrayList<>();

    /** Threads that fibers have started, platform threads or of another scheduler, and fibers that have left. */
    private final List<Thread> started = new ArrayList<>();

    /** Of the thread that looks. */
    private int looksForEnd;

    /** Stays true when those have ended. */
    private volatile boolean wereStarted;

    Outside(SpinLock lock, BlockedHolder blocked) {
        this.lock = lock;
        this.blocked = blocked;
    }

    /** The thread goes on without the turn. The lock is to be held. */
    void addLoose(Thread thread) {
        loose.add(thread);
    }

    /** It has the turn again, or none of its fibers runs. The lock is to be held. */
    void removeLoose(Thread thread) {
        loose.remove(thread);
    }

    /** A fiber goes on under another scheduler. The lock is to be held. */
    void addLeft(Thread fiber) {
        wereStarted = true;
        started.add(fiber);
    }

    /** It comes back. The lock is to be held. */
    void removeLeft(Thread fiber) {
        started.remove(fiber);
    }

    /** A fiber has started a thread that is none, or has another scheduler. */
    void addStarted(Thread thread) {
        wereStarted = true;
        lock.lock();
        try {
            started.add(thread);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a fiber of another scheduler, which is no daemon, has not ended. The lock is to be held. */
    boolean doFibersLive() {
        for (Thread each : started) {
            if (Fibers.of(each) != null && each.isAlive() && !each.isDaemon()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether one look does not tell that nothing will come from threads: fibers have started some that are not of the
     * simulation, or have left it, or go on without the turn. Such a thread may be blocked for a moment; two that hand
     * over to each other both are, until the kernel has woken one; and one is seen to have ended before the fibers that
     * wait for its end are woken.
     */
    boolean areThreads() {
        return wereStarted || !copy(loose).isEmpty();
    }

    /** Whether something may wake one of these. */
    boolean mayWake(List<SchedulerTask> living) {
        for (Thread each : copy(loose)) {
            if (each.getState() != Thread.State.WAITING || isAwake(each)) {
                return true;
            }
        }
        return isInputAwaited(living) || isStartedBlocked() || doStartedRun();
    }

    /** The same where no timer is left, and it would be a deadlock: input is awaited for ever, others for a while. */
    boolean isWorthAwaiting(List<SchedulerTask> living, int looks) {
        for (Thread each : copy(loose)) {
            if (looks < MAX_LOOKS && (mayGoOn(each) || isAwake(each))) {
                return true;
            }
        }
        return isInputAwaited(living) || looks < MAX_LOOKS && doStartedRun();
    }

    /**
     * Whether the kernel has woken a thread of the simulation. Where two hand over to each other, the VM calls both
     * blocked until the one that is woken gets a processor, which takes long where many want one.
     */
    private boolean isAwake(Thread loose) {
        int id = blocked.kernelId(loose);
        return id != 0 && kernel.isRunnable(KernelThread.stat(id).name);
    }

    private static boolean mayGoOn(Thread thread) {
        Thread.State state = thread.getState();
        boolean isIdle = thread instanceof ForkJoinWorkerThread;
        return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING && !isIdle;
    }

    /** Perhaps for a moment only. */
    private boolean isStartedBlocked() {
        for (Thread each : copy(started)) {
            if (each.getState() == Thread.State.BLOCKED) {
                return true;
            }
        }
        return false;
    }

    private boolean doStartedRun() {
        for (Thread each : copy(started)) {
            if (mayGoOn(each)) {
                return true;
            }
            if (!each.isAlive()) {
                lock.lock();
                started.remove(each);
                lock.unlock();
                looksForEnd = LOOKS_FOR_END;
            }
        }
        if (AwaitedProcesses.areThere()) {
            // what its end begins may be a thread of its own, which nobody here knows
            looksForEnd = LOOKS_FOR_END;
            return true;
        }
        if (looksForEnd > 0) {
            looksForEnd--;
            return true;
        }
        return !ForkJoinPool.commonPool().isQuiescent();
    }

    private static boolean isInputAwaited(List<SchedulerTask> living) {
        for (SchedulerTask each : living) {
            if (awaitsInput(each.frames()) || each.awaitsInputPinned()) {
                return true;
            }
        }
        return false;
    }

    private static boolean awaitsInput(Frame innermost) {
        Frame frame = innermost;
        for (int i = 0; frame != null && i < OWN_FRAMES; i++, frame = frame.next) {
            Class<?> host = frame.at.host;
            String name = host.getName();
            if (host == BlockingPool.class || name.startsWith("sun.nio.ch.Weft") || name.startsWith(PROCESS)) {
                return true;
            }
        }
        return false;
    }

    private List<Thread> copy(List<Thread> shared) {
        lock.lock();
        try {
            return new ArrayList<>(shared);
        } finally {
            lock.unlock();
        }
    }
}

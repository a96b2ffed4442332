package jdk.internal.weft.fiber;

import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;

/**
 * The exit of the VM, for which fibers that are no daemons count as platform threads do (JLS 12.8). It starts nothing
 * of the runtime in a program that had no fibers.
 */
public final class FiberExit {
    private static final Object CHANGE = new Object();

    /** Whether the VM waits for the last fiber. */
    private static volatile boolean isAwaited;

    /**
     * A fiber that is no daemon; as long as it lives, others can end without adding up the counts of all carriers. Null
     * where none is known.
     */
    private static volatile Thread witness;

    private static volatile boolean hasBegun;

    /** What is to be done in the end, or null. */
    private static volatile Runnable lastly;

    private static final AtomicLong PLATFORM_STARTS = new AtomicLong();

    private FiberExit() {}

    /** A fiber that is no daemon has been counted, and is about to start. */
    public static void started(Thread thread) {
        if (isAwaited && !lives(witness)) {
            witness = thread;
        }
    }

    private static boolean lives(Thread thread) {
        return thread != null && JdkAccess.threadStatus(thread) != Fibers.STATUS_TERMINATED;
    }

    /**
     * A fiber that is no daemon has its last status, or is no longer to be waited for. It is counted as gone before the
     * witness is looked at: if that has its last status too, its own call will see this one's count.
     */
    static void ended(Thread thread) {
        FiberCounts.gone();
        if (!isAwaited) {
            return;
        }
        if (witness == thread) {
            witness = null;
        }
        if (!lives(witness) && !FiberCounts.keepVm()) {
            synchronized (CHANGE) {
                CHANGE.notifyAll();
            }
        }
    }

    /** A platform thread has been started; the caller is alive, and so is that thread, or was. */
    public static void startedPlatformThread() {
        PLATFORM_STARTS.getAndIncrement();
    }

    /**
     * First thing when the VM exits because its last non-daemon platform thread has ended: waits for all fibers that
     * are no daemons, and for all platform threads that these have started.
     */
    public static void awaitNonDaemon() {
        boolean interrupted = false;
        isAwaited = true;
        do {
            synchronized (CHANGE) {
                while (FiberCounts.keepVm()) {
                    try {
                        CHANGE.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
        } while (!haveAllEnded());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has that done last. */
    public static void lastly(Runnable wanted) {
        lastly = wanted;
    }

    /** Last thing before the VM exits, whoever wants it to. */
    public static void end() {
        Runnable last = lastly;
        if (last != null) {
            last.run();
        }
    }

    /** Threads started from now on are shutdown hooks: platform threads. */
    public static void beginShutdown() {
        hasBegun = true;
    }

    public static boolean hasBegun() {
        return hasBegun;
    }

    /**
     * True if there is no fiber that is no daemon, and no such platform thread. Else it perhaps joins one of these.
     *
     * <p>Where no thread is started from before it is seen that there is no fiber until after the search, no fiber can
     * have started a platform thread behind the back of the search, nor a platform thread, which it has not come to
     * yet, another one where it has been.
     */
    private static boolean haveAllEnded() {
        long before = starts();
        if (FiberCounts.keepVm()) {
            return false;
        }
        for (Thread thread : SystemThread.inAllGroups()) {
            boolean isOther = thread != null && thread != Thread.currentThread();
            if (isOther && !thread.isDaemon() && Fibers.of(thread) == null) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    // go on: the caller waits uninterruptibly
                }
                return false;
            }
        }
        return starts() == before;
    }

    /** How many threads were started that could keep the VM from exiting; no part of the sum ever falls. */
    private static long starts() {
        return FiberCounts.nonDaemonsStarted() + PLATFORM_STARTS.get();
    }
}

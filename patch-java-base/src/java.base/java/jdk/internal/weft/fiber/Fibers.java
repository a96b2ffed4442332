package jdk.internal.weft.fiber;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.weft.Cont;
import java.weft.Frame;
import jdk.internal.weft.Fields;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.monitor.Monitors;

/** Fibers as threads: which threads become fibers, their start and end, the exit of the VM. */
public final class Fibers {
    private static final int STATUS_RUNNABLE = 0x5;
    private static final int STATUS_TERMINATED = 0x2;

    private static final AtomicLong STARTED = new AtomicLong();
    private static final AtomicLong ENDED = new AtomicLong();
    private static final AtomicLong NON_DAEMON = new AtomicLong();
    private static volatile boolean shuttingDown;

    /** Most fibers at once; updates may be lost between two threads, so it may be too low by a few. */
    private static volatile long peak;

    /**
     * {@code isAlive} is native and final: it asks whether the thread has a VM thread. That of a fiber is this one, which
     * does nothing for ever; what the VM does to it by mistake does no harm.
     */
    private static final Thread ANCHOR = SystemThread.make(new SleepForEver(), "weft-anchor");

    /** Address of {@link #ANCHOR}'s VM thread. */
    private static final long ANCHOR_ADDRESS = startAnchor();

    private Fibers() {}

    /** A class of its own, as all tasks of the runtime: lambdas would be linked at a time when that is not safe. */
    private static final class SleepForEver implements Runnable {
        @Override
        public void run() {
            for (; ; ) {
                LockSupport.park();
                Thread.interrupted();
            }
        }
    }

    private static long startAnchor() {
        ANCHOR.start();
        return Fields.eetop(ANCHOR);
    }

    // ------------------------------------------------------------------------------------------- start and end

    /** Starts the thread as a fiber if it is to be one; else returns false. The agent must have started. */
    static boolean start(Thread thread) {
        if (shuttingDown || !Policy.isLightweight(thread)) {
            return false;
        }
        begin(thread);
        return true;
    }

    /** Starts a thread made by the API of JEP 444 as a fiber; returns false if there are none. The agent must have started. */
    static boolean startVirtual(Thread thread) {
        if (!Policy.isOn()) {
            return false;
        }
        begin(thread);
        return true;
    }

    private static void begin(Thread thread) {
        Fiber fiber = new Fiber(thread);
        Fields.fiber(thread, fiber);
        Fields.eetop(thread, ANCHOR_ADDRESS);
        Fields.threadStatus(thread, STATUS_RUNNABLE);
        long live = STARTED.incrementAndGet() - ENDED.get();
        if (live > peak) {
            peak = live;
        }
        if (!thread.isDaemon()) {
            NON_DAEMON.incrementAndGet();
        }
        fiber.start();
    }

    /** The fiber has run to its end; the caller holds the thread's monitor and notifies all that wait on it. */
    public static void terminated(Thread thread) {
        Fields.threadStatus(thread, STATUS_TERMINATED);
        Fields.eetop(thread, 0);
        ENDED.incrementAndGet();
        if (!thread.isDaemon() && NON_DAEMON.decrementAndGet() == 0) {
            synchronized (NON_DAEMON) {
                NON_DAEMON.notifyAll();
            }
        }
    }

    /**
     * Ends the fiber's thread, as {@code synchronized (thread) { terminated(thread); thread.notifyAll(); }} does; false, and
     * nothing has happened, if a suspended fiber owns the monitor. Not woven: it never waits for long.
     */
    public static boolean endAtOnce(Thread thread) {
        if (Monitors.ever != 0) {
            Monitors.prepare(thread);
        }
        synchronized (thread) {
            if (Monitors.ever != 0 && Monitors.isForeign(thread, thread)) {
                return false;
            }
            terminated(thread);
            Monitors.notifyAll(thread, thread);
            return true;
        }
    }

    /** True if the thread is or was a fiber. */
    public static boolean isFiber(Thread thread) {
        return Fields.fiber(thread) != null;
    }

    /** Whether the thread is a fiber, or is to become one, or was made by the API of JEP 444. */
    public static boolean isVirtual(Thread thread) {
        return VirtualRules.isMadeByApi(thread)
                || isFiber(thread)
                || Fields.threadStatus(thread) == 0 && Policy.isLightweight(thread);
    }

    /**
     * Chooses for a thread that is not started whether it will be a fiber.
     *
     * @throws IllegalThreadStateException if it has been started
     * @throws IllegalArgumentException if the thread leaves no choice: a virtual thread of JEP 444's API, or a ForkJoin worker
     */
    public static void choose(Thread thread, boolean isLightweight) {
        synchronized (thread) {
            if (Fields.threadStatus(thread) != 0) {
                throw new IllegalThreadStateException("the thread has been started already");
            }
            if (VirtualRules.isMadeByApi(thread) && !isLightweight) {
                throw new IllegalArgumentException("a virtual thread cannot be a platform thread");
            }
            if (isLightweight && !Policy.isEligible(thread)) {
                throw new IllegalArgumentException("a thread of " + thread.getClass() + " cannot be a fiber");
            }
            if (!VirtualRules.isMadeByApi(thread)) {
                Fields.choice(thread, isLightweight ? Choice.FIBER : Choice.PLATFORM);
            }
        }
    }

    /** The carrier of a thread that is a mounted fiber, else null. A snapshot. */
    public static Thread carrier(Thread thread) {
        Fiber fiber = Fields.fiber(thread);
        return fiber == null ? null : fiber.carrier();
    }

    /** Number of fibers started and not ended. */
    public static long live() {
        long ended = ENDED.get();
        return STARTED.get() - ended;
    }

    /** Number of fibers started so far. */
    public static long started() {
        return STARTED.get();
    }

    /** Number of fibers started and not ended that keep the VM from exiting. */
    public static long liveNonDaemons() {
        return NON_DAEMON.get();
    }

    /** Most fibers that were live at once since the start or the last {@link #resetPeak}. */
    public static long peak() {
        return peak;
    }

    /** Sets {@link #peak} to the present number. */
    public static void resetPeak() {
        peak = live();
    }

    // ------------------------------------------------------------------------------------------- exit

    /** First thing when the VM exits because its last non-daemon platform thread has ended: fibers count too. */
    public static void awaitNonDaemon() {
        boolean interrupted = false;
        do {
            synchronized (NON_DAEMON) {
                while (NON_DAEMON.get() > 0) {
                    try {
                        NON_DAEMON.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
        } while (joinPlatformThreads());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Joins a non-daemon platform thread that fibers may have started; false if there is none and no new fiber. */
    private static boolean joinPlatformThreads() {
        ThreadGroup root = SystemThread.systemGroup();
        Thread[] all = new Thread[root.activeCount() + 64];
        int n = Fields.enumerate(root, all, 0, true);
        for (int i = 0; i < n; i++) {
            Thread thread = all[i];
            if (thread != Thread.currentThread() && !thread.isDaemon() && !isFiber(thread)) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    // go on: the caller waits uninterruptibly
                }
                return true;
            }
        }
        return NON_DAEMON.get() > 0;
    }

    /** Threads started from now on are shutdown hooks: platform threads. */
    public static void beginShutdown() {
        shuttingDown = true;
    }

    // ------------------------------------------------------------------------------------------- interrupts

    /** In place of {@code Thread.interrupt0()}, with the flag already set. */
    public static void interrupt0(Thread thread) {
        Fiber fiber = Fields.fiber(thread);
        if (fiber == null) {
            Fields.interrupt0(thread);
            return;
        }
        Monitors.interrupted(thread);
        fiber.interrupt();
    }

    /** In place of {@code Thread.stop0}, {@code suspend0} and {@code resume0}: fibers know none of them, as JEP 444's. */
    public static void refuse(Thread thread) {
        if (isFiber(thread) || VirtualRules.isMadeByApi(thread)) {
            throw new UnsupportedOperationException();
        }
    }

    // ------------------------------------------------------------------------------------------- pinned frames

    /**
     * Runs the frames that the current unwinding has saved to their end on the calling stack; see
     * {@code WovenCode.runPinned}.
     */
    public static void runPinned(Cont c) throws Throwable {
        PinnedRun run = new PinnedRun(c.rest, c.pinned);
        c.pinned = run;
        c.rest = takeFrames(c, null);
        c.fiber.stayPinned();
        while (c.rest != null) {
            try {
                Frame.resumeNext(c);
            } catch (Throwable t) {
                c.exc = t;
                c.fiber.abandonUnwinding(c);
            }
            if (c.unwinding) {
                c.rest = takeFrames(c, c.rest);
                c.fiber.stayPinned();
            }
        }
        c.rest = run.below;
        c.pinned = run.outer;
        Throwable t = c.exc;
        if (t != null) {
            c.exc = null;
            throw t;
        }
    }

    private static Frame takeFrames(Cont c, Frame rest) {
        c.unwinding = false;
        Frame head = c.head;
        if (head == null) {
            return rest;
        }
        c.tail.next = rest;
        c.head = null;
        c.tail = null;
        return head;
    }
}

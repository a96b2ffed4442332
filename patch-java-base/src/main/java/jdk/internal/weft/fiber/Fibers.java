package jdk.internal.weft.fiber;

import dev.weft.FiberScheduler;
import java.util.concurrent.locks.LockSupport;
import java.weft.CarrierContext;
import java.weft.ContinuationImpl;
import java.weft.FiberEvents;
import java.weft.Frame;
import java.weft.OuterFrames;
import java.weft.Reserve;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.scheduler.Preemption;

/** Fibers as threads: which threads become fibers, their start and end. */
public final class Fibers {
    private static final int STATUS_RUNNABLE = 0x5;

    private static final long MANY = 4096;

    /** As {@code Thread.threadStatus} has it at the end. */
    static final int STATUS_TERMINATED = 0x2;

    /**
     * Address of the anchor's VM thread; 0 until it and the scheduler's thread have started. {@code isAlive} is native
     * and final: it asks whether the thread has a VM thread. That of a fiber is the anchor's, which does nothing for
     * ever; what the VM does to it by mistake does no harm.
     */
    private static volatile long anchorAddress;

    private static volatile Thread anchorThread;

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

    /**
     * Starts the threads without which no fiber runs, where the first start of a fiber has not; not in an initializer,
     * which may not fail: it would have failed for ever.
     *
     * @throws OutOfMemoryError if there can be no thread, as {@code Thread.start} throws it; a later start tries again
     */
    private static synchronized long startAnchor() {
        if (anchorAddress == 0) {
            Carriers.startWatchdog();
            Thread anchor = SystemThread.make(new SleepForEver(), "weft-anchor");
            anchor.start();
            anchorThread = anchor;
            anchorAddress = JdkAccess.eetop(anchor);
        }
        return anchorAddress;
    }

    /** The thread that the VM takes each fiber's thread for; null before the first fiber. */
    public static Thread anchorThread() {
        return anchorThread;
    }

    // ------------------------------------------------------------------------------------------- start and end

    /** Starts the thread as a fiber if it is to be one; else returns false. The agent must have started. */
    static boolean start(Thread thread) {
        if (FiberExit.hasBegun() || !Policy.isLightweight(thread)) {
            return false;
        }
        begin(thread);
        return true;
    }

    /**
     * Starts a thread made by the API of JEP 444 as a fiber; returns false if there are none. The agent must have
     * started.
     */
    static boolean startVirtual(Thread thread) {
        if (!Policy.isOn()) {
            return false;
        }
        begin(thread);
        return true;
    }

    private static void begin(Thread thread) {
        long anchor = anchorAddress;
        if (anchor == 0) {
            anchor = startAnchor();
        }
        Fiber fiber = new Fiber(thread);
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.starts(thread);
        }
        fiber.scheduling = SchedulerCalls.taskFor(fiber);
        if (fiber.scheduling != null) {
            beginElsewhere(thread, fiber, anchor);
            return;
        }
        try {
            begin(thread, fiber, anchor);
        } catch (StackOverflowError e) {
            // thrown late, after all was done, or before anything was
            if (fiber.state() == Fiber.NEW) {
                throw e;
            }
        }
    }

    /** The same with a scheduler of the program's, which may throw anything: the thread is as before then. */
    private static void beginElsewhere(Thread thread, Fiber fiber, long anchor) {
        FiberScheduler chosen = SchedulerCalls.chosen(thread);
        try {
            begin(thread, fiber, anchor);
        } catch (Throwable e) {
            if (fiber.state() == Fiber.NEW) {
                terminated(thread);
                JdkAccess.threadStatus(thread, 0);
                SchedulerCalls.chosen(thread, chosen);
                throw e;
            }
        }
    }

    /** All or nothing, where the stack ends: else there would be a thread that is alive for ever. */
    @ReservedStackAccess
    private static void begin(Thread thread, Fiber fiber, long anchor) {
        set(thread, fiber);
        JdkAccess.eetop(thread, anchor);
        JdkAccess.threadStatus(thread, STATUS_RUNNABLE);
        boolean isDaemon = thread.isDaemon();
        Choice.count(thread, isDaemon);
        FiberCounts.started(isDaemon);
        if (!isDaemon) {
            FiberExit.started(thread);
        }
        fiber.start();
    }

    /** The fiber has run to its end; the caller holds the thread's monitor and notifies all that wait on it. */
    public static void terminated(Thread thread) {
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.ended(thread);
        }
        JdkAccess.threadStatus(thread, STATUS_TERMINATED);
        JdkAccess.eetop(thread, 0);
        boolean isDaemon = Choice.isCountedAsDaemon(thread);
        FiberCounts.ended(isDaemon);
        if (!isDaemon) {
            FiberExit.ended(thread);
        }
    }

    /**
     * Ends the fiber's thread, as {@code synchronized (thread) { terminated(thread); thread.notifyAll(); }} does;
     * false, and nothing has happened, if a suspended fiber owns the monitor. Not woven: it never waits for long.
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

    /** The fiber that backs the thread, or null for a platform thread. Usable from the VM's first moments. */
    public static Fiber of(Thread thread) {
        Object role = JdkAccess.role(thread);
        return role instanceof Fiber ? (Fiber) role : null;
    }

    /** Sets {@link #of}; once, before the thread starts. */
    static void set(Thread thread, Fiber fiber) {
        JdkAccess.role(thread, fiber);
    }

    /** True if the thread is or was a fiber. */
    public static boolean isFiber(Thread thread) {
        return of(thread) != null;
    }

    /** Whether the thread is a fiber, or is to become one, or was made by the API of JEP 444. */
    public static boolean isVirtual(Thread thread) {
        return VirtualRules.isMadeByApi(thread)
                || isFiber(thread)
                || JdkAccess.threadStatus(thread) == 0 && Policy.isLightweight(thread);
    }

    /**
     * Chooses for a thread that is not started whether it will be a fiber.
     *
     * @throws IllegalThreadStateException if it has been started
     * @throws IllegalArgumentException if the thread leaves no choice: a virtual thread of JEP 444's API, or a ForkJoin
     *     worker
     */
    public static void choose(Thread thread, boolean isLightweight) {
        synchronized (thread) {
            if (JdkAccess.threadStatus(thread) != 0) {
                throw new IllegalThreadStateException("the thread has been started already");
            }
            if (VirtualRules.isMadeByApi(thread) && !isLightweight) {
                throw new IllegalArgumentException("a virtual thread cannot be a platform thread");
            }
            if (isLightweight && !Policy.isEligible(thread)) {
                throw new IllegalArgumentException("a thread of " + thread.getClass() + " cannot be a fiber");
            }
            if (!VirtualRules.isMadeByApi(thread)) {
                JdkAccess.choice(thread, isLightweight ? Choice.FIBER : Choice.PLATFORM);
            }
        }
    }

    /** A live fiber that is no daemon, and that the caller keeps from running, is not waited for at the exit. */
    public static void abandon(Thread thread) {
        Choice.count(thread, true);
        FiberCounts.started(true);
        FiberCounts.ended(false);
        FiberExit.ended(thread);
    }

    /** The carrier of a thread that is a mounted fiber, else null. A snapshot. */
    public static Thread carrier(Thread thread) {
        Fiber fiber = of(thread);
        return fiber == null ? null : fiber.carrier();
    }

    /** Number of fibers started and not ended. */
    public static long live() {
        return FiberCounts.live();
    }

    /** Whether there are so many fibers that most of their frames survive a collection before they are resumed. */
    public static boolean areMany() {
        return FiberCounts.live() > MANY;
    }

    /** Number of fibers started so far. */
    public static long started() {
        return FiberCounts.started();
    }

    /** Number of fibers started and not ended that keep the VM from exiting. */
    public static long liveNonDaemons() {
        return FiberCounts.liveNonDaemons();
    }

    /** Most fibers that were live at once since the start or the last {@link #resetPeak}; may be too low by a few. */
    public static long peak() {
        return FiberCounts.peak();
    }

    /** Sets {@link #peak} to the present number. */
    public static void resetPeak() {
        FiberCounts.resetPeak();
    }

    // ------------------------------------------------------------------------------------------- interrupts

    /** In place of {@code Thread.interrupt0()}, with the flag already set. */
    public static void interrupt0(Thread thread) {
        Fiber fiber = of(thread);
        if (fiber == null) {
            JdkAccess.interrupt0(thread);
            return;
        }
        Initializers.before();
        Monitors.interrupted(thread);
        fiber.interrupt();
    }

    /**
     * In place of {@code Thread.stop0}, {@code suspend0} and {@code resume0}: fibers know none of them, as JEP 444's.
     */
    public static void refuse(Thread thread) {
        if (isFiber(thread) || VirtualRules.isMadeByApi(thread)) {
            throw new UnsupportedOperationException();
        }
    }

    // ------------------------------------------------------------------------------------------- pinned frames

    /**
     * Runs the frames that the current unwinding has saved on the calling stack; see {@code WovenCode.runPinned}. A
     * fiber that was {@linkplain CarrierContext#ASKED asked to leave} stays no longer than it computes: where it
     * parks, the caller may leave after all.
     */
    public static boolean runPinned(CarrierContext c) throws Throwable {
        boolean wasAsked = wasAsked(c);
        OuterFrames run = outerFrames(c);
        run.below = c.rest;
        run.outer = c.pinned;
        c.pinned = run;
        c.rest = null;
        stayPinned(c);
        while (c.rest != null) {
            try {
                Frame.resumeNext(c);
            } catch (Throwable t) {
                c.thrown(t);
            }
            if (c.isUnwinding()) {
                if (c.leaving == CarrierContext.SUSPENDING_OUTER && c.catcher == run) {
                    ContinuationImpl.takeTarget(c);
                } else if (wasAsked && c.leaving < CarrierContext.MAKING_WAY && c.error == null) {
                    c.leaveWith(run.below);
                    c.pinned = run.outer;
                    return true;
                } else {
                    stayPinned(c);
                }
            }
        }
        c.rest = run.below;
        c.pinned = run.outer;
        Throwable t = c.exc;
        if (t != null) {
            c.exc = null;
            throw t;
        }
        return false;
    }

    private static boolean wasAsked(CarrierContext c) {
        return c.leaving == CarrierContext.PREEMPTED || c.leaving == CarrierContext.MAKING_WAY;
    }

    /** The frames that are saved by now must not be lost for want of memory. */
    private static OuterFrames outerFrames(CarrierContext c) {
        OuterFrames made = null;
        while (made == null) {
            try {
                made = new OuterFrames();
            } catch (OutOfMemoryError e) {
                made = (OuterFrames) Reserve.spend(c, e, OuterFrames.class);
            }
        }
        return made;
    }

    /** Puts the frames of the unwinding back, and waits here for what it was to wait for. */
    public static void stayPinned(CarrierContext c) {
        c.rest = c.take();
        if (wasAsked(c)) {
            c.error = null;
            c.unwinding = Preemption.atMount(c);
        } else if (c.leaving >= CarrierContext.SUSPENDING) {
            ContinuationImpl.refuse(c);
        } else {
            ((Fiber) c.fiber).stayPinned();
        }
    }
}

package jdk.internal.weft.fiber;

import java.weft.CarrierContext;
import java.weft.Delimiter;
import java.weft.FiberEvents;
import java.weft.Frame;
import java.weft.OuterFrames;
import java.weft.Reserve;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.trace.Traces;

/** Which threads are fibers, how many there are, how they end; and the frames that one must run where it stands. */
public final class Fibers {
    private static final long MANY = 4096;

    /** As {@code Thread.threadStatus} has it at the end. */
    static final int STATUS_TERMINATED = 0x2;

    private Fibers() {}

    /** The fiber that backs the thread, or null for a platform thread. Usable from the VM's first moments. */
    public static Fiber of(Thread thread) {
        Object role = JdkAccess.role(thread);
        return role instanceof Fiber ? (Fiber) role : null;
    }

    /** Sets {@link #of}; once, before the thread starts. */
    public static void set(Thread thread, Fiber fiber) {
        JdkAccess.role(thread, fiber);
    }

    /** True if the thread is or was a fiber. */
    public static boolean isFiber(Thread thread) {
        return of(thread) != null;
    }

    // ------------------------------------------------------------------------------------------- the end

    /** The fiber has run to its end; the caller holds the thread's monitor and notifies all that wait on it. */
    public static void terminated(Thread thread) {
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.ended(thread);
        }
        if (Accounts.kept != null) {
            // whoever joins it finds nothing of it any more
            Accounts.kept.ended(of(thread));
        }
        boolean isDaemon = Choice.isCountedAsDaemon(thread);
        FiberCounts.ended(thread, isDaemon);
        JdkAccess.threadStatus(thread, STATUS_TERMINATED);
        JdkAccess.eetop(thread, 0);
        if (!isDaemon) {
            FiberExit.ended(thread);
        }
    }

    /** A live fiber that is no daemon, and that the caller keeps from running, is not waited for at the exit. */
    public static void abandon(Thread thread) {
        Choice.count(thread, true);
        FiberCounts.started(thread, true);
        FiberCounts.ended(thread, false);
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

    /** Number of fibers started and not ended that are no virtual threads: those that groups and beans list. */
    public static long liveListed() {
        return FiberCounts.liveListed();
    }

    /** Whether there are so many fibers that most of their frames survive a collection before they are resumed. */
    public static boolean areMany() {
        return FiberCounts.live() > MANY;
    }

    /** Number of fibers started so far. */
    public static long started() {
        return FiberCounts.started();
    }

    /** Number of fibers started so far that are no virtual threads. */
    public static long startedListed() {
        return FiberCounts.startedListed();
    }

    /** Number of fibers started and not ended that keep the VM from exiting. */
    public static long liveNonDaemons() {
        return FiberCounts.liveNonDaemons();
    }

    /** Most fibers that were live at once since the start or the last {@link #resetPeak}; may be too low by a few. */
    public static long peak() {
        return FiberCounts.peak();
    }

    /** Most of those that are no virtual threads; likewise. */
    public static long peakOfListed() {
        return FiberCounts.peakOfListed();
    }

    /** Sets {@link #peak} and {@link #peakOfListed} to the present numbers. */
    public static void resetPeak() {
        FiberCounts.resetPeak();
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
                if (t instanceof OutOfMemoryError) {
                    Traces.captureLate((OutOfMemoryError) t);
                }
            }
            if (c.isUnwinding()) {
                if (c.leaving == CarrierContext.SUSPENDING_OUTER && c.catcher == run) {
                    c.target.takeFrames(c);
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

    /**
     * Puts the frames of the unwinding back, and waits here for what it was to wait for. If they are too many, an error
     * is thrown there instead: each wait takes them off the stack, which sets them no limit then.
     */
    public static void stayPinned(CarrierContext c) {
        c.rest = c.take();
        if (c.leaving >= CarrierContext.SUSPENDING) {
            Delimiter.ofUnwinding(c).refuse(c);
        } else if (c.error == null && Depth.isExceeded(c, c.rest, c.thread)) {
            c.parkNanos = 0;
            c.moving = null;
            c.exc = new StackOverflowError();
        } else if (wasAsked(c)) {
            c.error = null;
            c.unwinding = Preemption.atMount(c);
        } else {
            ((Fiber) c.fiber).stayPinned();
        }
    }
}

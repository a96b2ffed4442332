package jdk.internal.weft.thread;

import dev.weft.FiberScheduler;
import java.util.concurrent.locks.LockSupport;
import java.weft.FiberEvents;
import java.weft.Initializers;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.StackProbe;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Choice;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.FiberCounts;
import jdk.internal.weft.fiber.FiberExit;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.StackRoom;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.scheduler.SchedulerCalls;

/** Threads as fibers: which become fibers, their start, and what {@code Thread}'s methods do with them. */
public final class FiberThreads {
    private static final int STATUS_RUNNABLE = 0x5;

    /**
     * Address of the anchor's VM thread; 0 until it and the scheduler's thread have started. {@code isAlive} is native
     * and final: it asks whether the thread has a VM thread. That of a fiber is the anchor's, which does nothing for
     * ever; what the VM does to it by mistake does no harm.
     */
    private static volatile long anchorAddress;

    private static volatile Thread anchorThread;

    private FiberThreads() {}

    /** A class of its own, as all tasks of the runtime: lambdas would be linked at a time when that is not safe. */
    private static final class SleepForEver implements Runnable {
        @Override
        public void run() {
            for (; ; ) {
                try {
                    LockSupport.park();
                    Thread.interrupted();
                    deliverInterrupts();
                } catch (Throwable e) {
                    // an agent has stopped the thread of a fiber, by JVMTI: this one must not end
                }
            }
        }
    }

    /**
     * A debugger, or an agent in native code, has interrupted some fiber, perhaps: the VM has set its flag, and has
     * woken the thread that it takes it for. Who was interrupted otherwise, and has not seen it, is woken once more.
     */
    private static void deliverInterrupts() {
        for (Thread each : GroupThreads.all()) {
            deliverInterrupt(each);
        }
        for (Thread each : ExecutorThreads.threads()) {
            deliverInterrupt(each);
        }
    }

    private static void deliverInterrupt(Thread thread) {
        if (Fibers.isFiber(thread) && JdkAccess.interrupted(thread)) {
            interrupt0(thread);
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
            SystemThread.askAgain();
            Carriers.startWatchdog();
            Thread anchor = SystemThread.make(new SleepForEver(), "weft-anchor");
            anchor.start();
            anchorThread = anchor;
            anchorAddress = JdkAccess.eetop(anchor);
        }
        return anchorAddress;
    }

    /**
     * Makes the first carrier, where no start of a fiber under Weft's own scheduler has.
     *
     * @throws OutOfMemoryError if there can be none, as above
     * @throws StackOverflowError if there may not be enough of the stack for it
     */
    private static synchronized void startCarrier() {
        if (!Carriers.isThereOne()) {
            StackProbe.beforeDefinition();
            SystemThread.askAgain();
            Carriers.makeFirst();
        }
    }

    /** The thread that the VM takes each fiber's thread for; null before the first fiber. */
    public static Thread anchorThread() {
        return anchorThread;
    }

    // ------------------------------------------------------------------------------------------- the start

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
        fiber.scheduling = SchedulerCalls.taskFor(fiber);
        if (fiber.scheduling == null && !Carriers.isThereOne()) {
            startCarrier();
        }
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.starts(thread);
        }
        if (fiber.scheduling != null || SchedulerCalls.isInCall()) {
            beginElsewhere(thread, fiber, anchor);
            return;
        }
        try {
            beginOrNot(thread, fiber, anchor);
        } catch (StackOverflowError e) {
            // thrown late, after all was done, or before anything was
            if (fiber.state() == Fiber.NEW) {
                throw e;
            }
        }
    }

    /**
     * The same with a scheduler of the program's, which may throw anything: the thread is as before then. It may start
     * threads itself until the stack ends. The reserved zone would serve the first of these only, and the VM would
     * throw its {@link StackOverflowError} at some later place.
     */
    private static void beginElsewhere(Thread thread, Fiber fiber, long anchor) {
        FiberScheduler chosen = SchedulerCalls.chosen(thread);
        boolean isOfProgram = fiber.scheduling != null;
        StackRoom.require();
        try {
            begin(thread, fiber, anchor);
        } catch (Throwable e) {
            if (fiber.state() == Fiber.NEW) {
                if (FiberEvents.recorder != null) {
                    FiberEvents.recorder.submitFailed(thread, e);
                }
                Fibers.terminated(thread);
                JdkAccess.threadStatus(thread, 0);
                SchedulerCalls.chosen(thread, chosen);
                throw e;
            }
            if (!isOfProgram) {
                // begun, under Weft's own scheduler
                throw e;
            }
        }
    }

    /** All or nothing, where the stack ends: else there would be a thread that is alive for ever. */
    @ReservedStackAccess
    private static void beginOrNot(Thread thread, Fiber fiber, long anchor) {
        begin(thread, fiber, anchor);
    }

    private static void begin(Thread thread, Fiber fiber, long anchor) {
        Fibers.set(thread, fiber);
        JdkAccess.eetop(thread, anchor);
        JdkAccess.threadStatus(thread, STATUS_RUNNABLE);
        boolean isDaemon = thread.isDaemon();
        Choice.count(thread, isDaemon);
        FiberCounts.started(thread, isDaemon);
        if (!isDaemon) {
            FiberExit.started(thread);
        }
        fiber.start();
    }

    /** Whether the thread is a fiber, or is to become one, or was made by the API of JEP 444. */
    public static boolean isVirtual(Thread thread) {
        return VirtualRules.isMadeByApi(thread)
                || Fibers.isFiber(thread)
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

    /**
     * Chooses the scheduler of a thread that is not started, and that it will be a fiber.
     *
     * @throws IllegalThreadStateException if it has been started
     * @throws IllegalArgumentException if the thread cannot be a fiber
     */
    public static void choose(Thread thread, FiberScheduler scheduler) {
        synchronized (thread) {
            choose(thread, true);
            SchedulerCalls.chosen(thread, scheduler);
        }
    }

    /** False if no thread at all becomes a fiber. */
    public static boolean areThereFibers() {
        return Policy.isOn();
    }

    /** In place of {@code Thread.interrupt0()}, with the flag already set. */
    public static void interrupt0(Thread thread) {
        Fiber fiber = Fibers.of(thread);
        if (fiber == null) {
            JdkAccess.interrupt0(thread);
            return;
        }
        Initializers.before();
        Monitors.interrupted(thread);
        fiber.interrupt();
    }

    /**
     * First in {@code Thread.stop}, {@code suspend} and {@code resume}: live fibers know none of them, and virtual
     * threads never do. They do nothing to a thread that has ended.
     */
    public static void refuse(Thread thread) {
        if (Fibers.isFiber(thread) && thread.isAlive() || VirtualRules.isMadeByApi(thread)) {
            throw new UnsupportedOperationException();
        }
    }
}

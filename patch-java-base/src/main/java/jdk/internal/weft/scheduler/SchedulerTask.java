package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.weft.AbstractCarrier;
import java.weft.Blocker;
import java.weft.CarrierContext;
import java.weft.FiberEvents;
import java.weft.Frame;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.PlainFibers;
import jdk.internal.weft.fiber.Scheduler;

/**
 * A fiber as a scheduler of the program's sees it. One object serves all its runs: {@code pending} is set before the
 * scheduler is told, and taken by the first {@link #run}.
 *
 * <p>Memory effects: what happened before the scheduler was told happens-before what the fiber does in that run, by
 * {@code pending}.
 */
public final class SchedulerTask extends Scheduler implements FiberScheduler.Task {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long PENDING = U.objectFieldOffset(SchedulerTask.class, "pending");
    private static final long ATTACHMENT = U.objectFieldOffset(SchedulerTask.class, "attachment");

    private final Fiber fiber;
    private final FiberScheduler scheduler;

    /**
     * Whether the scheduler is one of Weft's own that queue the task and wake a thread, and neither wait nor throw:
     * they may be told while the runtime holds locks.
     */
    private final boolean isPrompt;

    private volatile Object attachment;

    /**
     * Where a scheduler of Weft's own runs the fiber; not an attachment, which whoever hands it the task may use.
     * Written before the fiber runs, and so before it is told of again.
     */
    private FiberScheduler place;

    /** 1 from when the scheduler is to be told until the task is run. */
    private volatile int pending;

    /** The thread that has run the task last; read racily. */
    private volatile Thread ranOn;

    /** Whether the fiber has made way in front of the monitor that it is about to enter; see {@link Simulation}. */
    boolean hasMadeWay;

    /** The next that the dispatcher is to tell of; guarded by its lock. */
    SchedulerTask toldNext;

    /** For a fiber that is not started, or that the caller owns. */
    public SchedulerTask(Fiber fiber, FiberScheduler scheduler) {
        PlainFibers.schedulerMade();
        this.fiber = fiber;
        this.scheduler = scheduler;
        isPrompt = scheduler.getClass().getClassLoader() == null && !(scheduler instanceof ExecutorScheduler);
    }

    // ------------------------------------------------------------------------------------------- for its scheduler

    @Override
    public Thread thread() {
        return fiber.thread();
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public Object attach(Object object) {
        return U.getAndSetReference(this, ATTACHMENT, object);
    }

    /** What {@link #place(FiberScheduler)} was given last, or null. */
    public FiberScheduler place() {
        return place;
    }

    /** For a scheduler of Weft's own: keeps where it runs the fiber. */
    public void place(FiberScheduler chosen) {
        place = chosen;
    }

    @Override
    public void run() {
        if (SchedulerCalls.isInCall()) {
            throw new IllegalStateException("a scheduler has to queue " + thread()
                    + ", not to run it where it is told of it: its caller may hold monitors");
        }
        Thread kernel = Thread.currentThread();
        TaskCarrier carrier;
        try {
            Simulation simulation = scheduler instanceof Simulation ? (Simulation) scheduler : null;
            carrier = new TaskCarrier(kernel, CarrierContext.of(kernel), simulation);
        } catch (OutOfMemoryError e) {
            fallBack(e);
            return;
        }
        if (!take()) {
            throw new IllegalStateException(
                    "the task of " + thread() + " was run already, and its thread has not been woken since");
        }
        ranOn = kernel;
        carrier.install();
        try {
            fiber.run(carrier.context);
        } catch (Throwable t) {
            // no exception of the fiber's own comes here
            fiber.failed(carrier.context, t);
        } finally {
            carrier.uninstall();
        }
        if (carrier.hasYielded) {
            Scheduler.of(fiber).resume(fiber, true);
        }
    }

    // ------------------------------------------------------------------------------------------- for the fiber

    /** The scheduler of the program's. */
    public FiberScheduler scheduler() {
        return scheduler;
    }

    @Override
    public boolean callsProgram() {
        return !isPrompt;
    }

    @Override
    public void start(Fiber started) {
        pending = 1;
        boolean before = SchedulerCalls.begin();
        try {
            scheduler.onStart(this);
        } catch (Throwable t) {
            if (take()) {
                throw t;
            }
            SchedulerCalls.report(scheduler, thread(), t, false);
        } finally {
            SchedulerCalls.end(before);
        }
    }

    @Override
    public void resume(Fiber resumed, boolean byProgram) {
        pending = 1;
        if (isPrompt || byProgram && !isBareWorker()) {
            tell();
        } else if (!Dispatcher.add(this)) {
            fallBack(null);
        }
    }

    @Override
    public void resumeLater(Fiber resumed) {
        resume(resumed, false);
    }

    @Override
    public void yield(Fiber yielding, AbstractCarrier carrier, boolean hasComputed) {
        if (carrier instanceof TaskCarrier) {
            ((TaskCarrier) carrier).hasYielded = true;
            return;
        }
        // it was the default scheduler's before
        pending = 1;
        if (isPrompt) {
            tell();
        } else {
            carrier.block(new Telling(this));
        }
    }

    /** The program's code may block, even if it should not: others run in the carrier's place then. */
    private static final class Telling implements Blocker {
        private final SchedulerTask task;

        Telling(SchedulerTask task) {
            this.task = task;
        }

        @Override
        public void block() {
            task.tell();
        }
    }

    /** A worker without a fiber must not block. */
    private static boolean isBareWorker() {
        CarrierContext context = CarrierContext.ofCarrier();
        return context != null && context.fiber == null;
    }

    /** True if the fiber has ended, or has gone to another scheduler. For who has just run it. */
    boolean hasLeft() {
        return fiber.scheduling != this || !fiber.isLive();
    }

    /** The fiber was parked, and goes on under another task. */
    void hasMoved() {
        if (scheduler instanceof Simulation) {
            ((Simulation) scheduler).hasMoved(this);
        }
    }

    /** True if the fiber lives under another scheduler than this task's. */
    boolean isElsewhere() {
        Object now = fiber.scheduling;
        return fiber.isLive() && !(now instanceof SchedulerTask && ((SchedulerTask) now).scheduler == scheduler);
    }

    /** Where the fiber has suspended. */
    Frame frames() {
        return fiber.frames();
    }

    /** Tells the scheduler that the fiber may go on. Throws nothing. */
    void tell() {
        boolean before = SchedulerCalls.begin();
        try {
            scheduler.onContinue(this);
        } catch (Throwable t) {
            fallBack(t);
        } finally {
            SchedulerCalls.end(before);
        }
    }

    private boolean take() {
        return U.compareAndSetInt(this, PENDING, 1, 0);
    }

    /** The fiber goes on under the default scheduler, unless it goes on already. */
    private void fallBack(Throwable cause) {
        boolean isTaken = moveToDefault(cause);
        if (FiberEvents.recorder != null) {
            FiberEvents.recorder.submitFailed(thread(), cause);
        }
        SchedulerCalls.report(scheduler, thread(), cause, isTaken);
    }

    /** True if the fiber was to run, and is the default scheduler's from now on: its own has given it away. */
    boolean moveToDefault() {
        return take() && submit();
    }

    /**
     * The same for a scheduler that does not want the fiber, which is told why if it was about to come there.
     *
     * @param cause null for a lack of memory
     */
    public boolean moveToDefault(Throwable cause) {
        if (!take()) {
            return false;
        }
        if (fiber.frames() instanceof MoveFrame) {
            ((MoveFrame) fiber.frames()).refuse(cause);
        }
        return submit();
    }

    private boolean submit() {
        fiber.scheduling = null;
        Carriers.submit(fiber);
        return true;
    }

    @Override
    public Thread carrying(Fiber carried) {
        Thread thread = ranOn;
        CarrierContext context = thread == null ? null : CarrierContext.of(thread);
        return context != null && context.fiber == carried ? thread : null;
    }

    /** Whether the fiber waits for what comes from outside, and keeps its carrier meanwhile. A snapshot. */
    boolean awaitsInputPinned() {
        return fiber.isAwaitingInput();
    }

    /** The class of the scheduler and the thread, for who debugs one. */
    @Override
    public String toString() {
        return scheduler.getClass().getName() + ": " + thread();
    }
}

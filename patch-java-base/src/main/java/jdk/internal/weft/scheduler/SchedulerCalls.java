package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.locks.LockSupport;
import java.weft.CarrierContext;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.StandardError;
import jdk.internal.weft.fiber.Choice;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;

/** Which scheduler a fiber has, and goes to; and what surrounds the calls of those that the program brings. */
public final class SchedulerCalls {
    private static final String OPTION = "weft.scheduler";

    /** What {@code weft.scheduler} names, once {@link #prepare} has made it; else null. */
    private static volatile FiberScheduler ofProgram;

    private SchedulerCalls() {}

    /**
     * Makes the scheduler that {@code weft.scheduler} names, if it names one; threads that start from now on have it.
     *
     * @return null, or why that cannot be, for a line on standard error
     */
    public static String prepare() {
        String name = VM.getSavedProperty(OPTION);
        if (name == null) {
            return null;
        }
        String cause;
        boolean before = begin();
        try {
            Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
            ofProgram = (FiberScheduler) type.getConstructor().newInstance();
            return null;
        } catch (ClassNotFoundException e) {
            cause = "the class path has no such class";
        } catch (NoSuchMethodException | IllegalAccessException e) {
            cause = "it has no public constructor without arguments, or is not public itself";
        } catch (InstantiationException e) {
            cause = "it is abstract";
        } catch (ClassCastException e) {
            cause = "it is no " + FiberScheduler.class.getName();
        } catch (InvocationTargetException e) {
            cause = "its constructor has thrown " + e.getCause();
        } catch (LinkageError e) {
            cause = "it cannot be initialized: " + (e.getCause() == null ? e : e.getCause());
        } finally {
            end(before);
        }
        return inOneLine("-D" + OPTION + "=" + name + ": " + cause);
    }

    /** Messages of exceptions may have several. */
    private static String inOneLine(String text) {
        return text.replace('\r', ' ').replace('\n', ' ');
    }

    /** The scheduler that was chosen for a thread that is not started, or null. */
    public static FiberScheduler chosen(Thread thread) {
        Object role = JdkAccess.role(thread);
        return role instanceof FiberScheduler ? (FiberScheduler) role : null;
    }

    /** Sets {@link #chosen}. */
    public static void chosen(Thread thread, FiberScheduler scheduler) {
        JdkAccess.role(thread, scheduler);
    }

    /** The task for a thread that is about to start; null if it is to have Weft's own scheduler. */
    public static SchedulerTask taskFor(Fiber fiber) {
        FiberScheduler chosen = chosen(fiber.thread());
        Simulation simulation = simulation();
        if (chosen == null) {
            chosen = simulation;
        } else if (simulation != null && chosen != simulation) {
            simulation.startedOutside(fiber.thread());
        }
        if (chosen == null) {
            chosen = ofProgram;
        }
        return chosen == null ? null : task(fiber, chosen);
    }

    /** The simulation in which the calling fiber runs, and all that it starts; null outside of any. */
    public static Simulation simulation() {
        if (!CarrierContext.simulates) {
            return null;
        }
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        return context == null ? null : (Simulation) context.simulation;
    }

    /** The task for a fiber and a scheduler that was chosen for it: that which it has, if it has the scheduler. */
    static SchedulerTask task(Fiber fiber, FiberScheduler scheduler) {
        if (scheduler == WorkStealing.INSTANCE) {
            return null;
        }
        Object present = fiber.scheduling;
        return present instanceof SchedulerTask && ((SchedulerTask) present).scheduler() == scheduler
                ? (SchedulerTask) present
                : new SchedulerTask(fiber, scheduler);
    }

    /** What {@code Weft.scheduler(Thread)} says. */
    public static FiberScheduler scheduler(Thread thread) {
        boolean isNew = JdkAccess.threadStatus(thread) == 0;
        Fiber fiber = Fibers.of(thread);
        if (fiber == null) {
            // what was chosen for a platform thread is of no use
            return isNew ? chosen(thread) : null;
        }
        Object scheduling = fiber.scheduling;
        return scheduling instanceof SchedulerTask ? ((SchedulerTask) scheduling).scheduler() : WorkStealing.INSTANCE;
    }

    /** What {@code Weft.unpark} does. */
    public static boolean unpark(Thread thread, FiberScheduler scheduler) {
        Fiber fiber = Fibers.of(thread);
        if (fiber == null) {
            LockSupport.unpark(thread);
            return false;
        }
        Object before = fiber.scheduling;
        SchedulerTask next = task(fiber, scheduler);
        boolean isTold = fiber.unparkUnder(next);
        if (isTold && before != next && before instanceof SchedulerTask) {
            ((SchedulerTask) before).hasMoved();
        }
        return isTold;
    }

    /** What {@code Weft.continueOn} does in a twin. */
    public static void continueOn(FiberScheduler scheduler, CarrierContext context) {
        if (context.fiber == null) {
            refuseToContinueOn();
        }
        Fiber fiber = (Fiber) context.fiber;
        fiber.continueUnder(task(fiber, scheduler), new MoveFrame(scheduler), context);
    }

    /** The same where there is no fiber, or a frame that cannot be left has called it. */
    public static void refuseToContinueOn() {
        CarrierContext context = CarrierContext.of(Thread.currentThread());
        throw context == null || context.fiber == null
                ? new IllegalStateException("the calling thread is no fiber: it has no scheduler")
                : Fiber.cannotMove();
    }

    /**
     * Begins a call of a scheduler's own code: threads that it starts become platform threads, unless they are chosen
     * to be fibers. They may be those that the fibers are to run on.
     *
     * @return what {@link #end} is to be given
     */
    public static boolean begin() {
        return Choice.schedules(CarrierContext.currentThread(), true);
    }

    /** Ends it. */
    public static void end(boolean before) {
        Choice.schedules(CarrierContext.currentThread(), before);
    }

    /** Whether the calling thread is in such a call. */
    public static boolean isInCall() {
        return Choice.schedules(CarrierContext.currentThread());
    }

    /** Says that a scheduler has failed. Throws nothing. */
    public static void report(FiberScheduler scheduler, Thread thread, Throwable cause, boolean hasMoved) {
        try {
            StandardError.say(inOneLine(
                    "weft: the scheduler " + scheduler.getClass().getName() + " could not be told of thread \""
                            + thread.getName() + "\" (" + (cause == null ? "out of memory" : cause) + ")"
                            + (hasMoved ? ": it goes on under the default scheduler" : ", which goes on")));
        } catch (Throwable e) {
            // of the exception, which is the program's; or for want of memory, or of stack
            return;
        }
    }
}

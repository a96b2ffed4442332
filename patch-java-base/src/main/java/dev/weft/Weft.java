package dev.weft;

import java.util.List;
import java.util.Objects;
import java.weft.CarrierContext;
import java.weft.Initializers;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Pinned;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.local.Processors;
import jdk.internal.weft.management.LocalsReport;
import jdk.internal.weft.scheduler.SchedulerCalls;
import jdk.internal.weft.thread.FiberThreads;
import jdk.internal.weft.thread.SchedulableBuilder;

/** Asks and tells the running Weft. All methods are safe for use by several threads; what they return is a snapshot. */
public final class Weft {
    private Weft() {}

    /** True if the calling code runs in a fiber. */
    public static boolean isFiber() {
        return isFiber(Thread.currentThread());
    }

    /**
     * True if the thread is, or was, a fiber.
     *
     * @throws NullPointerException if the thread is null
     */
    public static boolean isFiber(Thread thread) {
        return Fibers.isFiber(Objects.requireNonNull(thread, "thread"));
    }

    /**
     * Chooses for one thread, before it starts, whether it will be a fiber, whatever {@code weft.threads},
     * {@code weft.platform} and {@code weft.lightweight} say of it; only with {@code weft.threads=none} none becomes
     * one.
     *
     * @throws NullPointerException if the thread is null
     * @throws IllegalThreadStateException if it has been started
     * @throws IllegalArgumentException if it leaves no choice: false for a thread of {@code Thread.ofVirtual}, or true
     *     for a thread of the JDK's own that carries fibers, or without {@code weft.forkjoin=fibers} a ForkJoin worker
     */
    public static void lightweight(Thread thread, boolean isLightweight) {
        FiberThreads.choose(Objects.requireNonNull(thread, "thread"), isLightweight);
    }

    /** Number of fibers that are started and have not ended. */
    public static long liveFibers() {
        return Fibers.live();
    }

    /** How often a fiber has blocked its carrier since the program started. */
    public static long pinned() {
        return Pinned.count();
    }

    /**
     * How often a fiber that computed was made to leave its carrier since the program started; see
     * {@code weft.preemption}.
     */
    public static long preempted() {
        return Preemption.count();
    }

    /**
     * The number, from 0, of the processor on which the caller is, or of what stands for it: of its carrier, if it is a
     * fiber; for a platform thread one that does not change. Several carriers, or threads, may have the same number. A
     * fiber's may be another one after each call.
     */
    public static int processor() {
        return Processors.current();
    }

    /**
     * Which thread locals have how many values, of which class, over all live fibers and platform threads, those with
     * most values first. Virtual threads that no executor keeps are not seen. Looks through all classes that are
     * loaded: for whoever wants to know what fills the memory, not for each request.
     */
    public static List<ThreadLocalUse> threadLocals() {
        Initializers.forOnlookers();
        return LocalsReport.make();
    }

    /**
     * Chooses, before the thread starts, the scheduler of its fiber: the thread becomes one whatever the settings say.
     * Its children do not inherit it. With {@code weft.threads=none} it is a platform thread, and the scheduler is not
     * asked.
     *
     * @throws NullPointerException if an argument is null
     * @throws IllegalThreadStateException if the thread has been started
     * @throws IllegalArgumentException if it cannot be a fiber: a thread of the JDK's own that carries fibers, or
     *     without {@code weft.forkjoin=fibers} a ForkJoin worker
     */
    public static void scheduler(Thread thread, FiberScheduler scheduler) {
        Objects.requireNonNull(thread, "thread");
        FiberThreads.choose(thread, Objects.requireNonNull(scheduler, "scheduler"));
    }

    /**
     * As {@code Thread.ofVirtual}, with a scheduler: all threads of this builder, and of its factories, have it. Their
     * children do not inherit it. With {@code weft.threads=none} they are platform threads, as other virtual threads
     * are then, and the scheduler is not asked.
     *
     * @throws NullPointerException if the scheduler is null
     */
    public static ThreadMixin.Builder.OfVirtual ofVirtual(FiberScheduler scheduler) {
        ThreadMixin.Builder.OfVirtual builder = ThreadMixin.ofVirtual();
        ((SchedulableBuilder) builder).setScheduler(Objects.requireNonNull(scheduler, "scheduler"));
        return builder;
    }

    /**
     * The scheduler of a fiber, or what was chosen for a thread that is not started; null for other threads. A
     * snapshot.
     *
     * @throws NullPointerException if the thread is null
     */
    public static FiberScheduler scheduler(Thread thread) {
        return SchedulerCalls.scheduler(Objects.requireNonNull(thread, "thread"));
    }

    /**
     * As {@code LockSupport.unpark}; and if the thread is a fiber that is parked by {@code LockSupport.park}, it goes
     * on under that scheduler, and stays there; under the default one, if the scheduler throws or was closed.
     *
     * @return whether the scheduler was told of it; if not, it was not parked so, and has its permit
     * @throws NullPointerException if an argument is null
     */
    public static boolean unpark(Thread thread, FiberScheduler scheduler) {
        Objects.requireNonNull(thread, "thread");
        return SchedulerCalls.unpark(thread, Objects.requireNonNull(scheduler, "scheduler"));
    }

    /**
     * The calling fiber goes on under that scheduler, and stays there: it leaves the thread on which it runs, and when
     * this returns it is on one of the scheduler's. Costs as much as a {@code Thread.yield}.
     *
     * @throws NullPointerException if the scheduler is null
     * @throws IllegalStateException if the caller is no fiber, or a frame of its stack cannot be left; nothing has
     *     changed then
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler has thrown, which is the cause, or was
     *     closed: the fiber goes on under the default scheduler then
     */
    public static void continueOn(FiberScheduler scheduler) {
        Objects.requireNonNull(scheduler, "scheduler");
        SchedulerCalls.refuseToContinueOn();
    }

    /** The twin of {@link #continueOn}. */
    public static void continueOn$weft(FiberScheduler scheduler, CarrierContext context) {
        SchedulerCalls.continueOn(Objects.requireNonNull(scheduler, "scheduler"), context);
    }
}

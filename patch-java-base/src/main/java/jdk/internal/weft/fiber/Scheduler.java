package jdk.internal.weft.fiber;

import java.weft.AbstractCarrier;
import jdk.internal.vm.annotation.Stable;

/**
 * Who decides on which thread a fiber runs, and when. Told by the fiber's {@link Fiber#scheduling}, so that those of
 * the default scheduler have no field for it. Methods are called by whoever starts or wakes the fiber, and must not be
 * called again before it has run.
 */
public abstract class Scheduler {
    /** That of fibers for which no other was chosen; set before the first fiber is made, once. */
    @Stable
    private static Scheduler standard;

    /** For schedulers. */
    protected Scheduler() {}

    /** Makes it that of fibers for which no other is chosen. */
    public static void setStandard(Scheduler scheduler) {
        standard = scheduler;
    }

    /** That of the fiber. Stable for who owns it: has won the last change of its state. */
    public static Scheduler of(Fiber fiber) {
        Object scheduling = fiber.scheduling;
        return scheduling instanceof Scheduler ? (Scheduler) scheduling : standard;
    }

    /** Whether it calls the program's code in {@link #start} and {@link #resume}, which may call the runtime again. */
    public abstract boolean callsProgram();

    /** A new fiber. May throw what a scheduler of the program's throws: then it has not been started. */
    public abstract void start(Fiber fiber);

    /**
     * The fiber was woken.
     *
     * @param byProgram by the program's own {@code unpark}; else the runtime may hold locks
     */
    public abstract void resume(Fiber fiber, boolean byProgram);

    /** The fiber was woken by the runtime, and is to run before others that may, where the scheduler can do so. */
    public void resumeFirst(Fiber fiber) {
        resume(fiber, false);
    }

    /** The fiber was woken by time, after it had used up its slice. */
    public abstract void resumeLater(Fiber fiber);

    /**
     * The fiber has just been unmounted by the calling carrier, and goes on.
     *
     * @param hasComputed whether it has used up its slice before this one, which it was given for the same work
     */
    public abstract void yield(Fiber fiber, AbstractCarrier carrier, boolean hasComputed);

    /** The platform thread that has the fiber mounted, else null. A snapshot. */
    public abstract Thread carrying(Fiber fiber);
}

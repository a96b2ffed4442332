package jdk.internal.weft.thread;

import java.util.concurrent.ForkJoinWorkerThread;
import java.weft.CarrierContext;
import jdk.internal.misc.InnocuousThread;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.ManagerAtStart;
import jdk.internal.weft.fiber.Choice;
import jdk.internal.weft.fiber.Depth;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.scheduler.SchedulerCalls;

/**
 * Which threads become fibers. The first line that applies decides:
 *
 * <pre>
 * a security manager's class is named at start  no thread
 * -Dweft.threads=none, and under a debugger     no thread
 * threads of the runtime                       no
 * workers of ForkJoin, by default              no
 * made by Thread.ofVirtual                     yes
 * chosen by Weft.lightweight, or ofPlatform    as chosen
 * matched by -Dweft.platform                   no
 * started by a scheduler of the program's      no
 * workers of ForkJoin, -Dweft.forkjoin=fibers  yes, unless started inside a DeterministicScheduler, or by
 *                                              a worker that is none
 * matched by -Dweft.lightweight                yes
 * threads of the JDK's own, of the system      no
 * started inside a DeterministicScheduler      yes
 * given a larger stack than -Xss has           no
 * -Dweft.threads=virtual                       no
 * -Dweft.threads=all, the default              yes
 * </pre>
 */
final class Policy {
    private static final String MODE =
            ManagerAtStart.decides() ? "none" : property("weft.threads", Debugger.decides() ? "none" : "all");
    private static final boolean ARE_WORKERS_FIBERS =
            property("weft.forkjoin", "threads").equals("fibers");
    private static final ThreadPattern[] PLATFORM = ThreadPattern.parse(property("weft.platform", ""));
    private static final ThreadPattern[] LIGHTWEIGHT = ThreadPattern.parse(property("weft.lightweight", ""));

    /** What {@code CompletableFuture} calls the thread that times all delays. */
    private static final String DELAYS = "CompletableFutureDelayScheduler";

    private static final String[] JDK_INTERNAL = {"jdk.", "sun.", "com.sun.", "java.lang.ref."};

    private Policy() {}

    /** As given at the start; needs no permission, whoever starts the first thread. */
    private static String property(String name, String otherwise) {
        String value = VM.getSavedProperty(name);
        return value == null ? otherwise : value;
    }

    /** False if no thread at all may become a fiber. */
    static boolean isOn() {
        return !MODE.equals("none");
    }

    /** Whether the thread can be a fiber at all; false for those on which fibers run, and the like. */
    static boolean isEligible(Thread thread) {
        return !(thread instanceof ForkJoinWorkerThread && !ARE_WORKERS_FIBERS
                || thread instanceof SystemThread
                || thread instanceof InnocuousThread);
    }

    /** Whether one may be a fiber that is to be what that platform thread is. */
    static boolean mayBeFiber(Thread thread) {
        return isOn() && !ThreadPattern.matches(PLATFORM, thread);
    }

    /** Whether the thread becomes a fiber when it starts now. */
    static boolean isLightweight(Thread thread) {
        if (!isOn() || !isEligible(thread)) {
            return false;
        }
        byte choice = Choice.of(thread);
        if (choice != Choice.NONE) {
            return choice != Choice.PLATFORM;
        }
        if (ThreadPattern.matches(PLATFORM, thread) || SchedulerCalls.isInCall()) {
            return false;
        }
        if (thread instanceof ForkJoinWorkerThread) {
            return isWorkerFiber();
        }
        if (ThreadPattern.matches(LIGHTWEIGHT, thread)) {
            return true;
        }
        if (isOfSystem(thread)) {
            return false;
        }
        return SchedulerCalls.simulation() != null || MODE.equals("all") && !Depth.isBeyondCarriers(thread);
    }

    /**
     * Whether the calling thread starts workers as fibers, where they are chosen to be: not in a simulation, since they
     * work on for others when that has ended; nor as a worker that is a platform thread. On its pool a scheduler of the
     * program's may run fibers; such a pool's first worker is started by a call of the scheduler.
     */
    private static boolean isWorkerFiber() {
        Thread starter = CarrierContext.currentThread();
        return SchedulerCalls.simulation() == null
                && !(starter instanceof ForkJoinWorkerThread && Fibers.of(starter) == null);
    }

    /**
     * Whether the thread works for the whole program, whoever's call has started it: a ForkJoin worker, a thread of the
     * JDK's own, among them that of {@code CompletableFuture}'s delays, which has nothing but its name to tell it.
     */
    static boolean isForAll(Thread thread) {
        return !isEligible(thread)
                || thread instanceof ForkJoinWorkerThread
                || DELAYS.equals(JdkAccess.name(thread))
                || Choice.of(thread) != Choice.VIRTUAL && isOfSystem(thread);
    }

    private static boolean isOfSystem(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        // not getParent(), for which a security manager wants a permission
        if (group == null || JdkAccess.parent(group) == null) {
            return true;
        }
        if (thread.getClass() == Thread.class) {
            return false;
        }
        String name = thread.getClass().getName();
        for (String prefix : JDK_INTERNAL) {
            if (name.startsWith(prefix) && thread.getClass().getModule().isNamed()) {
                return true;
            }
        }
        return false;
    }
}

package jdk.internal.weft.thread;

import java.weft.CarrierContext;
import java.weft.Initializers;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.fiber.FiberExit;
import jdk.internal.weft.scheduler.SchedulerCalls;
import jdk.internal.weft.scheduler.Simulation;

/** What {@code Thread.start()} calls in place of {@code start0()}; usable from the VM's first moments. */
public final class ThreadStart {
    private ThreadStart() {}

    /** Starts the thread as a fiber or as a platform thread. */
    public static void start0(Thread thread) {
        boolean isReady = LoadTimeWeaving.isReady();
        if (isReady) {
            Initializers.first();
        }
        inheritBindings(thread);
        if (!isReady || !FiberThreads.start(thread)) {
            // the VM reads the field, not the method
            thread.getName();
            JdkAccess.start0(thread);
            if (isReady) {
                FiberExit.startedPlatformThread();
                Simulation simulation = SchedulerCalls.simulation();
                if (simulation != null && !(thread instanceof SystemThread)) {
                    simulation.startedOutside(thread);
                }
            }
        }
    }

    /**
     * Starts a thread made by the API of JEP 444, without its group: as a fiber, where there are any.
     *
     * @throws IllegalThreadStateException if it has been started already
     */
    public static void startVirtual(Thread thread) {
        synchronized (thread) {
            if (JdkAccess.threadStatus(thread) != 0) {
                throw new IllegalThreadStateException("Already started");
            }
            boolean isReady = LoadTimeWeaving.isReady();
            if (isReady) {
                Initializers.first();
            }
            inheritBindings(thread);
            if (!isReady || !FiberThreads.startVirtual(thread)) {
                JdkAccess.start0(thread);
            }
        }
    }

    /**
     * Whoever starts a thread hands on the context locals' bindings, but not to threads that serve the whole program.
     * One whose start has failed before may have those of who wanted to start it then.
     */
    private static void inheritBindings(Thread thread) {
        Object[] inherited = JdkAccess.bindings(CarrierContext.currentThread());
        if (inherited == null ? JdkAccess.bindings(thread) != null : !Policy.isForAll(thread)) {
            JdkAccess.bindings(thread, inherited);
        }
    }
}

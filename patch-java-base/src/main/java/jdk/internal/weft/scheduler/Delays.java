package jdk.internal.weft.scheduler;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * What times the delays and timeouts of {@code CompletableFuture} in a simulation: the JDK has one thread for all,
 * which would be of the first simulation only, or of none.
 */
public final class Delays implements ThreadFactory {
    private Delays() {}

    /** The executor that the calling thread is to use. */
    public static ScheduledThreadPoolExecutor of(ScheduledThreadPoolExecutor standard) {
        Simulation simulation = SchedulerCalls.simulation();
        return simulation == null ? standard : simulation.delays();
    }

    /** One as the JDK has it, whose thread ends when there was nothing to do for a while. */
    static ScheduledThreadPoolExecutor make() {
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, new Delays());
        made.setRemoveOnCancelPolicy(true);
        made.setKeepAliveTime(1, TimeUnit.SECONDS);
        made.allowCoreThreadTimeOut(true);
        return made;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "CompletableFutureDelayScheduler");
        thread.setDaemon(true);
        return thread;
    }
}

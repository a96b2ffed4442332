package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A scheduler for {@code weft.scheduler}: a {@code ThreadPoolExecutor} with a thread for each that
 * runs, computes or blocks its thread. */
public final class OnThreadPool implements FiberScheduler {
    private final FiberScheduler scheduler;

    /** With a pool of its own. */
    public OnThreadPool() {
        // else its threads would be counted in the groups of those that start fibers
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        ExecutorService pool = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(group, task, "pool");
            thread.setDaemon(true);
            return thread;
        });
        scheduler = FiberScheduler.of(pool);
    }

    @Override
    public void onStart(Task task) {
        scheduler.onStart(task);
    }

    @Override
    public void onContinue(Task task) {
        scheduler.onContinue(task);
    }
}

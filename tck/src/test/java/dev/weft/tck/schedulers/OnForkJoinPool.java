package dev.weft.tck.schedulers;

import dev.weft.FiberScheduler;
import java.util.concurrent.ForkJoinPool;

/** A scheduler for {@code weft.scheduler}: a {@code ForkJoinPool} of four workers, which start each other. */
public final class OnForkJoinPool implements FiberScheduler {
    private final FiberScheduler scheduler =
            FiberScheduler.of(new ForkJoinPool(4, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));

    /** With a pool of its own. */
    public OnForkJoinPool() {}

    @Override
    public void onStart(Task task) {
        scheduler.onStart(task);
    }

    @Override
    public void onContinue(Task task) {
        scheduler.onContinue(task);
    }
}

package jdk.internal.weft.scheduler;

import java.util.ArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.internal.weft.fiber.Fiber;

/** The pool of carriers, with the doors that the watchdog needs. */
final class CarrierPool extends ForkJoinPool {
    private static final long KEEP_ALIVE_SECONDS = 30;

    CarrierPool(
            int parallelism,
            int maxPoolSize,
            ForkJoinWorkerThreadFactory factory,
            Predicate<? super ForkJoinPool> saturate) {
        super(parallelism, factory, null, true, 0, maxPoolSize, 1, saturate, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
    }

    /** True if fibers wait for a carrier. */
    boolean hasQueued() {
        return hasQueuedSubmissions() || getQueuedTaskCount() > 0;
    }

    /** Moves what lies in the queues of stuck workers to where anybody can take it. */
    void spill() {
        ArrayList<ForkJoinTask<?>> tasks = new ArrayList<>();
        drainTasksTo(tasks);
        for (ForkJoinTask<?> task : tasks) {
            execute(task);
        }
    }

    /** Takes a fiber from outside of the pool, or null. */
    Fiber take() {
        return (Fiber) pollSubmission();
    }
}

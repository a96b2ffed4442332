package java.util.concurrent;

import java.weft.CarrierContext;
import jdk.internal.weft.fiber.Fibers;

/** The queues of a {@link ForkJoinPool} for what threads submit that are none of its workers. */
final class SubmissionQueues {
    /** How many of a queue's newest tasks are looked at. */
    private static final int DEPTH = 64;

    private SubmissionQueues() {}

    /**
     * In place of {@code pool.externalQueue()}: the queue in which the calling thread looks for the task that it waits
     * for, to run it itself. That method tells the carrier's queue. A fiber may have forked the task on another
     * carrier; and where the pool's workers are busy or wait, or there are none, nobody else would run it.
     */
    static ForkJoinPool.WorkQueue of(ForkJoinPool pool, ForkJoinTask<?> task) {
        ForkJoinPool.WorkQueue own = pool.externalQueue();
        ForkJoinPool.WorkQueue[] queues = pool.queues;
        boolean isFiber = Fibers.isFiber(CarrierContext.currentThread());
        if (!isFiber || queues == null || own != null && holds(own, task)) {
            return own;
        }
        ForkJoinPool.WorkQueue any = own;
        for (int i = 0; i < queues.length; i += 2) {
            ForkJoinPool.WorkQueue each = queues[i];
            if (each != null && holds(each, task)) {
                return each;
            }
            // who waits for a CountedCompleter looks further from there
            any = any == null ? each : any;
        }
        return any;
    }

    /** A racy look: whoever takes the task out makes sure. */
    private static boolean holds(ForkJoinPool.WorkQueue queue, ForkJoinTask<?> task) {
        ForkJoinTask<?>[] tasks = queue.array;
        int top = queue.top;
        int count = tasks == null ? 0 : Math.min(Math.min(top - queue.base, tasks.length), DEPTH);
        for (int i = 1; i <= count; i++) {
            if (tasks[top - i & tasks.length - 1] == task) {
                return true;
            }
        }
        return false;
    }
}

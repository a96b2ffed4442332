package jdk.internal.weft.timer;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;

/** Timed wake-ups of fibers, in one platform thread. Waking may be late by what the operating system adds, never early. */
public final class Timers {
    private static final ScheduledThreadPoolExecutor POOL = pool();

    private Timers() {}

    private static ScheduledThreadPoolExecutor pool() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1, new Threads());
        pool.setRemoveOnCancelPolicy(true);
        return pool;
    }

    private static final class Threads implements ThreadFactory {
        @Override
        public Thread newThread(Runnable task) {
            return new SystemThread(task, "weft-timer");
        }
    }

    /** A wake-up that can be cancelled. */
    public static final class Timer implements Runnable {
        private final Fiber fiber;
        private Future<?> task;

        Timer(Fiber fiber) {
            this.fiber = fiber;
        }

        @Override
        public void run() {
            fiber.unpark();
        }

        /** Does nothing if the time is over already. */
        public void cancel() {
            if (!task.isDone()) {
                task.cancel(false);
            }
        }
    }

    /** Unparks the fiber after so many nanoseconds (positive). The caller must have unmounted any fiber. */
    public static Timer schedule(Fiber fiber, long nanos) {
        Timer timer = new Timer(fiber);
        timer.task = POOL.schedule(timer, nanos, TimeUnit.NANOSECONDS);
        return timer;
    }
}

package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.util.Objects;
import java.util.concurrent.Executor;
import jdk.internal.weft.fiber.PlainFibers;

/** Runs fibers on the threads of an executor. */
public final class ExecutorScheduler implements FiberScheduler {
    private final Executor executor;

    /** On that one. */
    public ExecutorScheduler(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        PlainFibers.schedulerMade();
    }

    @Override
    public void onStart(Task task) {
        executor.execute(task);
    }

    @Override
    public void onContinue(Task task) {
        executor.execute(task);
    }

    @Override
    public String toString() {
        return "fibers on " + executor;
    }
}

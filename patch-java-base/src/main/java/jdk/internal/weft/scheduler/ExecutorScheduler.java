package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;
import java.util.Objects;
import java.util.concurrent.Executor;

/** Runs fibers on the threads of an executor. */
public final class ExecutorScheduler implements FiberScheduler {
    private final Executor executor;

    /** On that one. */
    public ExecutorScheduler(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
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

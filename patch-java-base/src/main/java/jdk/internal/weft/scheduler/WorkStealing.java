package jdk.internal.weft.scheduler;

import dev.weft.FiberScheduler;

/** Weft's own scheduler as programs name it. A task that another scheduler gives it is its own from then on. */
public final class WorkStealing implements FiberScheduler {
    /** The only one. */
    public static final FiberScheduler INSTANCE = new WorkStealing();

    private WorkStealing() {}

    @Override
    public void onStart(Task task) {
        onContinue(task);
    }

    @Override
    public void onContinue(Task task) {
        if (!((SchedulerTask) task).moveToDefault()) {
            throw new IllegalStateException("the task of " + task.thread() + " does not wait to be run");
        }
    }

    @Override
    public String toString() {
        return "the default scheduler of fibers";
    }
}

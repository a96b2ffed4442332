package dev.weft.tck;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A second thread of a case. What its body throws is thrown again by {@link #finish}. */
public final class Task extends Thread {
    /** Milliseconds. */
    static final long PATIENCE = Long.getLong("tck.patience", 30) * 1_000;

    private static final boolean IS_PINNED = Runner.MODE.equals("pinned");

    /** Those of the case that runs: what they do tells why it does not end. */
    private static final Queue<Task> OF_CASE = new ConcurrentLinkedQueue<>();

    private final Body body;
    private final List<String> said = Out.current();
    private volatile Throwable failure;

    private Task(Body body) {
        this.body = body;
    }

    /** Starts a thread that runs the body. */
    public static Task start(Body body) {
        Task task = of(body);
        task.start();
        return task;
    }

    /** Makes a thread that is to run the body; daemon, so that a failed case leaves nothing that keeps the JVM. */
    public static Task of(Body body) {
        Task task = new Task(body);
        task.setDaemon(true);
        OF_CASE.add(task);
        return task;
    }

    @Override
    public void run() {
        try {
            if (IS_PINNED) {
                Below.pinned(body);
            } else {
                body.run();
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    /** Forgets the threads of the last case. */
    static void beginCase() {
        OF_CASE.clear();
    }

    /** What the threads of the case do, or by what they have failed; those that have ended well are left out. */
    static String describeAll() {
        StringBuilder text = new StringBuilder();
        for (Task each : OF_CASE) {
            if (each.failure != null) {
                text.append("; ").append(each.getName()).append(" has failed: ").append(each.failure);
                text.append(' ').append(Arrays.toString(each.failure.getStackTrace()));
            } else if (each.isAlive()) {
                text.append("; ").append(each.getName()).append(": ").append(FiberProbe.state(each));
                text.append(", ").append(Fibers.describe(each));
            }
        }
        return text.toString();
    }

    /** Where the lines go that this thread says. */
    List<String> said() {
        return said;
    }

    /** Waits for the end of the thread and fails as its body did. */
    public void finish() throws Throwable {
        join(PATIENCE);
        if (isAlive()) {
            throw new AssertionError(getName() + " does not end");
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Finishes all of them. */
    public static void finish(Task... tasks) throws Throwable {
        for (Task each : tasks) {
            each.finish();
        }
    }

    /** Starts so many threads with the same body. */
    public static Task[] start(int count, Body body) {
        Task[] tasks = new Task[count];
        for (int i = 0; i < count; i++) {
            tasks[i] = start(body);
        }
        return tasks;
    }
}

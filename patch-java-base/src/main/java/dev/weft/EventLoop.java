package dev.weft;

import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import jdk.internal.weft.fiber.PlainFibers;
import jdk.internal.weft.scheduler.SchedulerTask;

/**
 * A scheduler that runs fibers on one thread, which the program gives it by calling {@link #run}: one after another, in
 * the order in which they became ready. So what only these fibers touch needs no lock, as long as they do not park in
 * the middle. Other tasks can be put between them by {@link #execute}.
 *
 * <pre>{@code
 * EventLoop loop = new EventLoop();
 * Thread worker = new Thread(() -> {
 *     String text = read();            // wherever it was started
 *     Weft.continueOn(loop);
 *     label.setText(text);             // on the loop's thread
 *     loop.close();
 * });
 * worker.start();
 * loop.run();
 * }</pre>
 *
 * <p>A fiber that blocks the thread, since a frame of it cannot be left, blocks the loop. When the loop is closed, no
 * fiber can be started on it any more, and those that it has go on under the default scheduler; {@link
 * Weft#continueOn} throws.
 *
 * <p>Thread-safe, but only one thread at a time runs it. Memory effects: what happened before a fiber became ready, or
 * a task was given to {@code execute}, happens-before its run; and all runs happen one after another.
 */
public final class EventLoop implements FiberScheduler, Executor, AutoCloseable {
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();

    /** The thread that is in {@link #run} or {@link #runReady}, or null. Changed under the lock of this object. */
    private volatile Thread runner;

    private volatile boolean isClosed;

    /** Of no fibers yet. */
    public EventLoop() {
        PlainFibers.schedulerMade();
    }

    @Override
    public void onStart(Task task) {
        execute(task);
    }

    @Override
    public void onContinue(Task task) {
        add(task);
        if (isClosed) {
            giveAway();
        }
    }

    /**
     * Runs the task on the loop's thread, behind what is ready.
     *
     * @throws RejectedExecutionException if the loop is closed
     * @throws NullPointerException if the task is null
     */
    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (isClosed) {
            throw closed();
        }
        add(task);
        if (isClosed) {
            giveAway();
        }
    }

    private static RejectedExecutionException closed() {
        return new RejectedExecutionException("the event loop is closed");
    }

    private void add(Runnable task) {
        ready.add(task);
        LockSupport.unpark(runner);
    }

    /**
     * Runs what is ready, and waits for more, until the loop is closed. The caller must hold no monitor: the VM would
     * let the fibers into it. An exception that a task given to
     * {@link #execute} throws is thrown here; {@code run} may be called again. An interrupt of the thread does not end
     * it, and is kept for the end.
     *
     * @throws IllegalStateException if a thread, perhaps the calling one, runs the loop already
     */
    public void run() {
        begin();
        boolean isInterrupted = false;
        try {
            while (!isClosed) {
                if (!runAll()) {
                    LockSupport.park(this);
                    // else no further park would wait
                    isInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            runner = null;
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Runs what is ready now, and returns: for who has a loop of his own to do it in. The caller must hold no monitor.
     *
     * @return whether anything was ready
     * @throws IllegalStateException if a thread, perhaps the calling one, runs the loop already
     */
    public boolean runReady() {
        begin();
        try {
            return runAll();
        } finally {
            runner = null;
        }
    }

    private synchronized void begin() {
        if (runner != null) {
            throw new IllegalStateException("the event loop is run already, by " + runner);
        }
        runner = Thread.currentThread();
    }

    private boolean runAll() {
        int count = ready.size();
        boolean hasRun = false;
        for (int i = 0; i < count && !isClosed; i++) {
            Runnable task = ready.poll();
            if (task == null) {
                break;
            }
            task.run();
            hasRun = true;
        }
        return hasRun;
    }

    /** Ends {@link #run}, as soon as the present fiber parks; may be called by any thread, and more than once. */
    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(runner);
        giveAway();
    }

    /** For good, once it is true. */
    boolean isClosed() {
        return isClosed;
    }

    /** What is left: fibers go on elsewhere, tasks do not run. */
    private void giveAway() {
        for (Runnable each = ready.poll(); each != null; each = ready.poll()) {
            if (each instanceof SchedulerTask) {
                ((SchedulerTask) each).moveToDefault(closed());
            }
        }
    }
}

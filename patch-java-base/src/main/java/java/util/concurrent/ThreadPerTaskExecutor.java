package java.util.concurrent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import jdk.internal.weft.JdkAccess;

/**
 * An executor that starts a new thread for each task. It has terminated when it is shut down and the last task that was
 * accepted has ended.
 *
 * <p>A task is accepted when its thread is in {@link #threads} and the executor is not shut down after that; so whoever
 * sees an empty set after the shutdown knows that it stays empty, but for tasks that will be rejected.
 */
final class ThreadPerTaskExecutor extends AbstractExecutorService {
    private final ThreadFactory factory;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final CountDownLatch termination = new CountDownLatch(1);
    private volatile boolean isShutdown;

    ThreadPerTaskExecutor(ThreadFactory factory) {
        this.factory = Objects.requireNonNull(factory);
        jdk.internal.weft.thread.ExecutorThreads.add(threads);
    }

    /** A task that tells the executor when it has ended. */
    private static final class Job implements Runnable {
        private final ThreadPerTaskExecutor executor;
        private final Runnable task;

        Job(ThreadPerTaskExecutor executor, Runnable task) {
            this.executor = executor;
            this.task = task;
        }

        @Override
        public void run() {
            try {
                task.run();
            } finally {
                executor.ended(Thread.currentThread());
            }
        }
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task);
        if (isShutdown) {
            throw new RejectedExecutionException("the executor is shut down");
        }
        Thread thread = factory.newThread(new Job(this, task));
        if (thread == null) {
            throw new RejectedExecutionException("the thread factory has made no thread");
        }
        threads.add(thread);
        boolean isStarted = false;
        try {
            if (!isShutdown) {
                thread.start();
                isStarted = true;
            }
        } finally {
            if (!isStarted) {
                ended(thread);
            }
        }
        if (!isStarted) {
            throw new RejectedExecutionException("the executor is shut down");
        }
    }

    /** How many threads have a task; for libraries that ask JDK 21's executor, by reflection. A snapshot. */
    public long threadCount() {
        return threads.size();
    }

    private void ended(Thread thread) {
        threads.remove(thread);
        terminateIfDone();
    }

    private void terminateIfDone() {
        if (isShutdown && threads.isEmpty()) {
            termination.countDown();
        }
    }

    @Override
    public void shutdown() {
        isShutdown = true;
        terminateIfDone();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        // in a definite order, for a deterministic scheduler
        Thread[] all = threads.toArray(new Thread[0]);
        Arrays.sort(all, Comparator.comparingLong(JdkAccess::tid));
        for (Thread each : all) {
            each.interrupt();
        }
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        return termination.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit);
        // also where the caller is interrupted
        return isTerminated() || termination.await(timeout, unit);
    }
}

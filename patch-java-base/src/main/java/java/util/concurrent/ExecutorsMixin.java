package java.util.concurrent;

/** What JEP 444 adds to {@link Executors}, into which the weaver merges it. */
final class ExecutorsMixin {
    private ExecutorsMixin() {}

    /**
     * An executor that starts a new thread for each task. Their number is not bounded.
     *
     * @param threadFactory makes the threads; a task for which it gives null is rejected
     * @throws NullPointerException if it is null
     */
    public static ExecutorService newThreadPerTaskExecutor(ThreadFactory threadFactory) {
        return new ThreadPerTaskExecutor(threadFactory);
    }

    /** An executor that starts a new virtual thread for each task. Their number is not bounded. */
    public static ExecutorService newVirtualThreadPerTaskExecutor() {
        return new ThreadPerTaskExecutor(ThreadMixin.ofVirtual().factory());
    }
}

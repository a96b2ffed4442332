package java.util.concurrent;

/** What JDK 19 added to {@link ExecutorService}, into which the weaver merges it. */
interface ExecutorServiceMixin extends ExecutorService, AutoCloseable {
    /**
     * Shuts down, and waits until all tasks have ended. If the calling thread is interrupted before or meanwhile, all
     * running tasks are stopped as if by {@link #shutdownNow}, the wait goes on, and the interrupt is kept for the end.
     */
    @Override
    default void close() {
        Closing.close(this);
    }
}

package java.util.concurrent;

/** Closing of executors. */
final class Closing {
    private Closing() {}

    /**
     * Shuts the executor down and waits until it has terminated; an interrupt stops its tasks and is kept for the end.
     */
    static void close(ExecutorService executor) {
        boolean terminated = executor.isTerminated();
        if (terminated) {
            return;
        }
        executor.shutdown();
        boolean interrupted = false;
        while (!terminated) {
            try {
                terminated = executor.awaitTermination(1L, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                if (!interrupted) {
                    executor.shutdownNow();
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package java.util.concurrent;

/** What has become of the task of a future, by what the methods of JDK 17 say. */
final class Outcome<V> {
    final FutureMixin.State state;

    /** Null unless the state is SUCCESS, and perhaps then. */
    final V result;

    /** Null unless the state is FAILED. */
    final Throwable exception;

    private Outcome(FutureMixin.State state, V result, Throwable exception) {
        this.state = state;
        this.result = result;
        this.exception = exception;
    }

    /** At the moment. Keeps the calling thread's interrupt status, and does not wait. */
    static <V> Outcome<V> of(Future<V> future) {
        if (!future.isDone()) {
            return new Outcome<>(FutureMixin.State.RUNNING, null, null);
        } else if (future.isCancelled()) {
            return new Outcome<>(FutureMixin.State.CANCELLED, null, null);
        }
        // get may look at the status before it looks at the result
        boolean isInterrupted = Thread.interrupted();
        try {
            for (; ; ) {
                try {
                    return new Outcome<>(FutureMixin.State.SUCCESS, future.get(), null);
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    return new Outcome<>(FutureMixin.State.FAILED, null, e.getCause());
                } catch (CancellationException e) {
                    return new Outcome<>(FutureMixin.State.CANCELLED, null, null);
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    IllegalStateException isNot(String what) {
        String why = "it has a result";
        if (state == FutureMixin.State.RUNNING) {
            why = "it has not ended";
        } else if (state == FutureMixin.State.CANCELLED) {
            why = "it was cancelled";
        } else if (state == FutureMixin.State.FAILED) {
            why = "it has failed";
        }
        return new IllegalStateException("The task " + what + ": " + why);
    }
}

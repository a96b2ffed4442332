package java.util.concurrent;

/** What JDK 19 added to {@link Future}, into which the weaver merges it. */
interface FutureMixin<V> extends Future<V> {
    /**
     * The task's result, at once.
     *
     * @throws IllegalStateException if there is none: the task has not ended, was cancelled, or has failed
     */
    default V resultNow() {
        Outcome<V> outcome = Outcome.of(this);
        if (outcome.state != State.SUCCESS) {
            throw outcome.isNot("has no result");
        }
        return outcome.result;
    }

    /**
     * The exception with which the task has failed, at once.
     *
     * @throws IllegalStateException if there is none: the task has not ended, was cancelled, or has a result
     */
    default Throwable exceptionNow() {
        Outcome<V> outcome = Outcome.of(this);
        if (outcome.state != State.FAILED) {
            throw outcome.isNot("has no exception");
        }
        return outcome.exception;
    }

    /** How far the task is. */
    default State state() {
        return Outcome.of(this).state;
    }

    /** How far a task is. */
    enum State {
        /** It has not ended. */
        RUNNING,
        /** It has a result. */
        SUCCESS,
        /** It has thrown an exception. */
        FAILED,
        /** It was cancelled. */
        CANCELLED
    }
}

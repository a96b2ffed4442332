package javax.security.auth;

import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;

/** What {@code Subject.callAs} runs. */
final class CallableAction<T> implements PrivilegedExceptionAction<T> {
    private final Callable<T> callable;

    CallableAction(Callable<T> callable) {
        this.callable = callable;
    }

    @Override
    public T run() throws Exception {
        return callable.call();
    }
}

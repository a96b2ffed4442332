package javax.security.auth;

import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;

/** What JDK 18 added to {@link Subject}, into which the weaver merges it. */
@SuppressWarnings("removal")
final class SubjectMixin {
    private SubjectMixin() {}

    /** The subject that the calling code runs as, or null if there is none. */
    public static Subject current() {
        return Subject.getSubject(AccessController.getContext());
    }

    /**
     * Calls the action with {@code subject} as the current one, and returns its result.
     *
     * @param subject may be null: then there is none
     * @throws NullPointerException if the action is null
     * @throws CompletionException if the action throws an exception, which is its cause
     */
    public static <T> T callAs(Subject subject, Callable<T> action) throws CompletionException {
        Objects.requireNonNull(action);
        try {
            return Subject.doAs(subject, new CallableAction<>(action));
        } catch (PrivilegedActionException e) {
            throw new CompletionException(e.getCause());
        } catch (RuntimeException e) {
            throw new CompletionException(e);
        }
    }
}

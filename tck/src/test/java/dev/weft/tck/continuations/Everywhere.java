package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a body where continuations may be used: by the main thread and by a fiber, each also three continuations deep.
 */
final class Everywhere {
    private static final ContinuationScope[] SCOPES = {
        new ContinuationScope("nested 0"), new ContinuationScope("nested 1"), new ContinuationScope("nested 2")
    };

    private Everywhere() {}

    /** Code under test. */
    interface Body {
        void run() throws Throwable;
    }

    static void run(Body body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable both = () -> {
            try {
                body.run();
                nested(body, 0);
            } catch (Throwable t) {
                failure.set(t);
            }
        };
        both.run();
        Thread fiber = new Thread(both, "fiber");
        fiber.start();
        fiber.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private static void nested(Body body, int depth) throws Throwable {
        if (depth == SCOPES.length) {
            body.run();
            return;
        }
        Throwable[] failure = new Throwable[1];
        Continuation continuation = new Continuation(SCOPES[depth], () -> {
            try {
                Continuation.suspend(SCOPES[depth]);
                nested(body, depth + 1);
            } catch (Throwable t) {
                failure[0] = t;
            }
        });
        while (!continuation.run()) {
            pause();
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    /** Suspends all that {@link #run} has made around the body, if it is in these. */
    static void suspendAll() {
        for (ContinuationScope each : SCOPES) {
            if (Continuation.current(each) != null) {
                Continuation.suspend(each);
            }
        }
    }

    /** Parks the fiber. */
    static void pause() {
        LockSupport.parkNanos(1_000);
    }

    static void check(boolean isRight) {
        if (!isRight) {
            throw new AssertionError();
        }
    }

    static void same(Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError(found + " instead of " + expected);
        }
    }

    static <E extends Throwable> E refused(Class<E> type, Body body) throws Throwable {
        try {
            body.run();
        } catch (Throwable t) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
            throw t;
        }
        throw new AssertionError("not refused");
    }
}

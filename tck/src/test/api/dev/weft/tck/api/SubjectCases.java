package dev.weft.tck.api;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;

/** Subject.callAs and Subject.current. */
public final class SubjectCases {
    private SubjectCases() {}

    @Case("the current subject is that of the innermost callAs, across suspensions")
    public static void nested() {
        Subject one = new Subject();
        Subject two = new Subject();
        Check.same(null, Subject.current());
        Object result = Subject.callAs(one, () -> {
            Suspend.now();
            Check.same(one, Subject.current());
            Subject.callAs(two, () -> {
                Suspend.now();
                Check.same(two, Subject.current());
                return null;
            });
            Suspend.now();
            Check.same(one, Subject.current());
            return "result";
        });
        Check.equal("result", result);
        Check.same(null, Subject.current());
    }

    @Case("callAs with null has no current subject within")
    public static void nullSubject() {
        Subject.callAs(new Subject(), () -> {
            Subject.callAs(null, () -> {
                Suspend.now();
                Check.same(null, Subject.current());
                return null;
            });
            return null;
        });
    }

    @Case("an exception of the action is the cause of a CompletionException")
    public static void failure() {
        IOException checked = new IOException("meant");
        CompletionException first = Check.fails(
                CompletionException.class,
                () -> Subject.callAs(new Subject(), () -> {
                    throw checked;
                }));
        Check.same(checked, first.getCause());
        IllegalStateException unchecked = new IllegalStateException("meant");
        CompletionException second = Check.fails(
                CompletionException.class,
                () -> Subject.callAs(new Subject(), () -> {
                    throw unchecked;
                }));
        Check.same(unchecked, second.getCause());
        Check.same(null, Subject.current());
    }

    @Case("an error of the action is thrown as it is, and a null action refused")
    public static void errors() {
        Check.fails(
                StackOverflowError.class,
                () -> Subject.callAs(new Subject(), () -> {
                    throw new StackOverflowError();
                }));
        Check.fails(NullPointerException.class, () -> Subject.callAs(new Subject(), null));
    }

    @Case("virtual threads have subjects of their own")
    public static void ofVirtualThreads() throws Throwable {
        Subject subject = new Subject();
        AtomicReference<Object> inside = new AtomicReference<>("nothing");
        AtomicReference<Object> child = new AtomicReference<>("nothing");
        Thread.startVirtualThread(() -> Subject.callAs(subject, () -> {
                    Suspend.now();
                    inside.set(Subject.current());
                    Thread.ofVirtual().start(() -> child.set(Subject.current())).join();
                    return null;
                }))
                .join();
        Check.same(subject, inside.get());
        Check.same(null, child.get());
        Check.same(null, Subject.current());
    }
}

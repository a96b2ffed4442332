import dev.weft.PinnedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * What tests of JDK 21's {@code jdk.internal.vm.Continuation} use of it, by {@code dev.weft.Continuation}. Its methods
 * have the names of those that the tests look for in stack traces.
 */
public class Continuation {
    private static final ThreadLocal<Continuation> CURRENT = new ThreadLocal<>();

    /** Why {@link #yield} returns false. */
    public enum Pinned {
        CRITICAL_SECTION,
        NATIVE,
        MONITOR
    }

    private final ContinuationScope scope;
    private final dev.weft.Continuation delimited;

    /** Who has run it. */
    private Continuation parent;

    /** Which was the innermost in it when it was suspended. */
    private Continuation innermost = this;

    public Continuation(ContinuationScope scope, Runnable target) {
        this.scope = scope;
        delimited = new dev.weft.Continuation(scope.delimiter, new Entry(this, target));
    }

    /** Shown by no trace of {@link StackWalker}. */
    private record Entry(Continuation entered, Runnable target) implements Runnable {
        @Override
        public void run() {
            enter(target);
        }
    }

    private static void enter(Runnable target) {
        enter0(target);
    }

    private static void enter0(Runnable target) {
        target.run();
    }

    public final void run() {
        Continuation before = CURRENT.get();
        parent = before;
        CURRENT.set(innermost);
        try {
            delimited.run();
        } finally {
            innermost = CURRENT.get();
            CURRENT.set(before);
        }
    }

    public static boolean yield(ContinuationScope scope) {
        return yield0(scope);
    }

    private static boolean yield0(ContinuationScope scope) {
        try {
            dev.weft.Continuation.suspend(scope.delimiter);
            return true;
        } catch (PinnedException e) {
            Continuation found = CURRENT.get();
            while (found.scope != scope) {
                found = found.parent;
            }
            found.onPinned(e.reason() == PinnedException.Reason.MONITOR ? Pinned.MONITOR : Pinned.NATIVE);
            return false;
        }
    }

    protected void onPinned(Pinned reason) {
        throw new IllegalStateException(reason.toString());
    }

    public static boolean isPinned(ContinuationScope scope) {
        return dev.weft.Continuation.isPinned(scope.delimiter);
    }

    public static void pin() {
        throw new UnsupportedOperationException("Weft has no critical sections");
    }

    public static void unpin() {}

    public boolean isDone() {
        return delimited.isDone();
    }

    public boolean isPreempted() {
        return false;
    }

    public StackTraceElement[] getStackTrace() {
        return delimited.getStackTrace();
    }

    public StackWalker stackWalker() {
        return stackWalker(null);
    }

    public StackWalker stackWalker(EnumSet<StackWalker.Option> options) {
        return stackWalker(options, null);
    }

    public StackWalker stackWalker(EnumSet<StackWalker.Option> options, ContinuationScope within) {
        return new StackWalker(() -> upTo(within, innermost, Arrays.asList(getStackTrace())));
    }

    /** The caller's frames up to the entry of the innermost continuation of that scope, if there is one. */
    static List<StackTraceElement> ofCaller(ContinuationScope within, List<StackTraceElement> all) {
        return upTo(within, CURRENT.get(), all);
    }

    private static List<StackTraceElement> upTo(
            ContinuationScope within, Continuation first, List<StackTraceElement> all) {
        List<StackTraceElement> found = new ArrayList<>();
        Continuation at = first;
        for (StackTraceElement each : all) {
            if (each.getClassName().equals(Entry.class.getName())) {
                continue;
            }
            found.add(each);
            if (each.getClassName().equals(Continuation.class.getName())
                    && each.getMethodName().equals("enter")) {
                if (at.scope == within) {
                    break;
                }
                at = at.parent;
            }
        }
        return found;
    }
}

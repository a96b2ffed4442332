package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** What continuations cannot do, say, and show; by a platform thread, or by a fiber if the argument says so. */
public final class Continuations {
    private static final ContinuationScope SCOPE = new ContinuationScope("scope");
    private static final ContinuationScope OUTER = new ContinuationScope("outer");

    /** Its monitor cannot be left. */
    private static final ClassLoader LOADER = new ClassLoader() {};

    private static boolean parks;

    private Continuations() {}

    /** Prints a line for each. */
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(Continuations::all);
        parks = args[0].equals("fiber");
        if (parks) {
            thread.start();
            thread.join();
        } else {
            all();
        }
    }

    private static void all() {
        runsWhatItIsGiven();
        needsAContinuationOfTheScope();
        staysWhereAMonitorIsHeld();
        staysWhereAMonitorIsHeldFurtherOut();
        staysWhereAClassIsInitialized();
        passesExceptionsOn();
        hasItsFramesInTraces();
        isGarbageWhenDropped();
    }

    private static void say(String what) {
        System.out.println(what);
    }

    private static void pause() {
        if (parks) {
            LockSupport.parkNanos(1_000);
        }
    }

    private static void refused(Runnable action) {
        try {
            action.run();
            say("not refused");
        } catch (IllegalStateException e) {
            say("refused: "
                    + e.getMessage().replaceAll("by dev[^ (/]*Continuations[^(]*\\.([a-z<>]+)[^:]*:\\d+\\)", "by $1"));
        }
    }

    private static void runsWhatItIsGiven() {
        Continuation[] self = new Continuation[1];
        self[0] = new Continuation(SCOPE, () -> {
            refused(self[0]::run);
            pause();
            Continuation.suspend(SCOPE);
            say("on " + (Thread.currentThread().getName().equals("main") ? "main" : "another"));
        });
        say(self[0].toString());
        self[0].run();
        say(self[0].toString());
        self[0].run();
        say(self[0].toString());
        refused(self[0]::run);
    }

    private static void needsAContinuationOfTheScope() {
        refused(() -> Continuation.suspend(SCOPE));
        new Continuation(OUTER, () -> refused(() -> Continuation.suspend(SCOPE))).run();
    }

    private static void hold(Runnable action) {
        synchronized (LOADER) {
            action.run();
        }
    }

    private static void staysWhereAMonitorIsHeld() {
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (LOADER) {
                refused(() -> Continuation.suspend(SCOPE));
                pause();
                refused(() -> Continuation.suspend(SCOPE));
            }
            hold(() -> {
                pause();
                refused(() -> Continuation.suspend(SCOPE));
            });
            Continuation.suspend(SCOPE);
            say("free");
        });
        continuation.run();
        say(continuation.toString());
        continuation.run();
        synchronized (OUTER) {
            // the caller's own do not matter
            Continuation another = new Continuation(SCOPE, () -> Continuation.suspend(SCOPE));
            another.run();
            another.run();
            say(another.toString());
        }
    }

    private static void staysWhereAMonitorIsHeldFurtherOut() {
        Continuation continuation = new Continuation(OUTER, () -> {
            synchronized (LOADER) {
                Continuation inner = new Continuation(SCOPE, () -> {
                    pause();
                    refused(() -> Continuation.suspend(OUTER));
                    Continuation.suspend(SCOPE);
                });
                inner.run();
                pause();
                inner.run();
                say(inner.toString());
            }
            Continuation.suspend(OUTER);
        });
        continuation.run();
        continuation.run();
        say(continuation.toString());
    }

    private static final class Initialized {
        static {
            refused(() -> Continuation.suspend(SCOPE));
            Continuation inner = new Continuation(OUTER, () -> Continuation.suspend(OUTER));
            inner.run();
            inner.run();
            say(inner.toString());
        }

        static void use() {
            say("initialized");
        }
    }

    private static void staysWhereAClassIsInitialized() {
        new Continuation(SCOPE, Initialized::use).run();
    }

    private static void passesExceptionsOn() {
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            try {
                Continuation.suspend(SCOPE);
                pause();
                throw new IllegalArgumentException("thrown");
            } finally {
                events.add("finally");
            }
        });
        continuation.run();
        try {
            continuation.run();
        } catch (IllegalArgumentException e) {
            events.add(e.getMessage());
        }
        say(events + " " + continuation);
    }

    private static void hasItsFramesInTraces() {
        List<String> traces = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> first(traces));
        for (int i = 0; i < 6; i++) {
            // one line, so that the caller is the same
            continuation.run();
        }
        boolean areEqual = traces.stream().distinct().count() == 1;
        say(areEqual ? traces.get(0) : traces.toString());
        say(continuation.toString());
    }

    private static void first(List<String> traces) {
        second(traces);
    }

    private static void second(List<String> traces) {
        for (int i = 0; i < 5; i++) {
            traces.add(methods());
            traces.add(walked());
            if (i % 2 == 0) {
                pause();
            }
            third();
        }
    }

    private static void third() {
        Continuation.suspend(SCOPE);
    }

    private static String methods() {
        StringBuilder names = new StringBuilder();
        for (StackTraceElement each : new Throwable().getStackTrace()) {
            append(names, each.getClassName(), each.getMethodName());
        }
        return names.toString();
    }

    private static String walked() {
        return StackWalker.getInstance().walk(all -> all.map(each -> {
                    StringBuilder name = new StringBuilder();
                    append(name, each.getClassName(), each.getMethodName());
                    return name;
                })
                .collect(Collectors.joining()));
    }

    /** Only what lies on this side of the callers. */
    private static void append(StringBuilder names, String type, String method) {
        boolean isAsking = method.equals("methods") || method.equals("walked");
        if (type.equals(Continuations.class.getName())
                && !isAsking
                && !method.equals("main")
                && !method.equals("all")) {
            names.append(' ').append(method.startsWith("lambda$") ? "lambda" : method);
        }
    }

    private static void isGarbageWhenDropped() {
        WeakReference<Continuation> weak = dropped();
        while (weak.get() != null) {
            System.gc();
        }
        say("collected");
    }

    private static WeakReference<Continuation> dropped() {
        Continuation continuation = new Continuation(SCOPE, Continuations::third);
        continuation.run();
        return new WeakReference<>(continuation);
    }
}

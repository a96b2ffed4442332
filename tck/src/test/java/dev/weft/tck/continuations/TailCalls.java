package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.pause;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.NotInScopeException;
import dev.weft.NotResumableException;
import dev.weft.PinnedException;
import dev.weft.Weft;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Unwind-and-invoke: frames are dropped, something else is called in their place. The argument is the number of tail
 * calls, or none.
 *
 * <p>The class stays whole because it is a list: one case for each use of tail calls.
 */
public final class TailCalls {
    private static final ContinuationScope SCOPE = new ContinuationScope("tail");
    private static final ContinuationScope OUTER = new ContinuationScope("outer");
    private static final Object LOCK = new Object();

    private static final MethodHandle EVEN = handle("even", long.class);
    private static final MethodHandle ODD = handle("odd", long.class);
    private static final MethodHandle LOG = handle("log", List.class, String.class);
    private static final MethodHandle FAIL = handle("fail");
    private static final MethodHandle SUSPEND = handle("suspend", List.class);
    private static final MethodHandle STATE = handle("state", String.class, int.class, StringBuilder.class);
    private static final MethodHandle DOWN = handle(int.class, "down", int.class, List.class);

    private static String answer;
    private static long calls = 20_000;

    private TailCalls() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length > 0) {
            calls = Long.parseLong(args[0]);
            mutualRecursionNeedsNoStack();
            System.out.println(calls + " tail calls");
            return;
        }
        Everywhere.run(TailCalls::mutualRecursionNeedsNoStack);
        Everywhere.run(TailCalls::noFinallyRuns);
        Everywhere.run(TailCalls::monitorsAreReleased);
        Everywhere.run(TailCalls::innerContinuationsHaveEnded);
        Everywhere.run(TailCalls::outerFramesAreLeftAlone);
        Everywhere.run(TailCalls::exceptionsGoToTheCaller);
        Everywhere.run(TailCalls::whatIsInvokedMaySuspend);
        Everywhere.run(TailCalls::aStateMachineRuns);
        Everywhere.run(TailCalls::anInterpreterLoops);
        Everywhere.run(TailCalls::plainFramesStay);
        Everywhere.run(TailCalls::resultsAreDropped);
        Everywhere.run(TailCalls::whatHasStayedStays);
        Everywhere.run(TailCalls::badArgumentsAreRefused);
        System.out.println("tail calls");
    }

    private static MethodHandle handle(String name, Class<?>... parameters) {
        return handle(void.class, name, parameters);
    }

    private static MethodHandle handle(Class<?> result, String name, Class<?>... parameters) {
        try {
            return MethodHandles.lookup().findStatic(TailCalls.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static void even(long n) {
        if (n == 0) {
            answer = "even";
        } else {
            Continuation.unwindAndInvoke(SCOPE, ODD, n - 1);
        }
    }

    private static void odd(long n) {
        if (n == 0) {
            answer = "odd";
        } else {
            Continuation.unwindAndInvoke(SCOPE, EVEN, n - 1);
        }
    }

    private static void mutualRecursionNeedsNoStack() {
        check(new Continuation(SCOPE, () -> even(calls)).run());
        same("even", answer);
        check(new Continuation(SCOPE, () -> even(calls / 10 + 1)).run());
        same("odd", answer);
    }

    private static void log(List<String> events, String event) {
        events.add(event);
        pause();
        events.add("end");
    }

    private static void noFinallyRuns() throws Throwable {
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            try {
                deep(5, () -> Continuation.unwindAndInvoke(SCOPE, LOG, events, "invoked"));
            } catch (RuntimeException e) {
                events.add("catch");
            } finally {
                events.add("finally");
            }
        });
        check(continuation.run());
        same(List.of("invoked", "end"), events);
        refused(NotResumableException.class, continuation::run);
    }

    private static int deep(int levels, Runnable last) {
        if (levels == 0) {
            last.run();
            return 1;
        }
        int below = deep(levels - 1, last);
        return below + levels;
    }

    private static synchronized void holding(Runnable last) {
        pause();
        synchronized (LOCK) {
            synchronized (LOCK) {
                pause();
                last.run();
            }
        }
        throw new AssertionError();
    }

    private static void isFree(Object monitor, List<String> events) {
        check(!Thread.holdsLock(monitor));
        Thread other = new Thread(() -> {
            synchronized (monitor) {
                events.add("entered");
            }
        });
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void monitorsAreReleased() {
        List<String> events = new ArrayList<>();
        ReentrantLock lock = new ReentrantLock();
        Continuation continuation = new Continuation(
                SCOPE,
                () -> holding(() -> {
                    lock.lock();
                    // parked frames hold monitors that are detached, those that run since hold real ones
                    holding(() -> Continuation.unwindAndInvoke(SCOPE, LOG, events, "invoked"));
                }));
        check(continuation.run());
        isFree(LOCK, events);
        isFree(TailCalls.class, events);
        same(List.of("invoked", "end", "entered", "entered"), events);
        check(lock.isHeldByCurrentThread());
    }

    private static void innerContinuationsHaveEnded() throws Throwable {
        List<String> events = new ArrayList<>();
        List<Continuation> inner = new ArrayList<>();
        Continuation outer = new Continuation(OUTER, () -> {
            inner.add(new Continuation(SCOPE, () -> {
                pause();
                synchronized (LOCK) {
                    pause();
                    Continuation.unwindAndInvoke(OUTER, LOG, events, "invoked");
                }
            }));
            synchronized (TailCalls.class) {
                inner.get(0).run();
            }
        });
        check(outer.run());
        isFree(LOCK, events);
        isFree(TailCalls.class, events);
        check(inner.get(0).isDone());
        refused(NotResumableException.class, inner.get(0)::run);
        same(List.of("invoked", "end", "entered", "entered"), events);
    }

    private static void outerFramesAreLeftAlone() {
        List<String> events = new ArrayList<>();
        Continuation outer = new Continuation(OUTER, () -> {
            synchronized (LOCK) {
                check(new Continuation(SCOPE, () -> {
                            pause();
                            Continuation.unwindAndInvoke(SCOPE, LOG, events, "inner");
                        })
                        .run());
                check(Thread.holdsLock(LOCK));
            }
            Continuation.suspend(OUTER);
            events.add("outer");
        });
        check(!outer.run());
        check(outer.run());
        same(List.of("inner", "end", "outer"), events);
    }

    private static void fail() {
        pause();
        throw new IllegalArgumentException("of the invoked");
    }

    private static void exceptionsGoToTheCaller() throws Throwable {
        Continuation continuation = new Continuation(SCOPE, () -> {
            try {
                Continuation.unwindAndInvoke(SCOPE, FAIL);
            } catch (IllegalArgumentException e) {
                throw new AssertionError(e);
            }
        });
        same(
                "of the invoked",
                refused(IllegalArgumentException.class, continuation::run).getMessage());
        check(continuation.isDone());
    }

    private static void suspend(List<String> events) {
        events.add("before");
        Continuation.suspend(SCOPE);
        events.add("after");
        Continuation.unwindAndInvoke(SCOPE, LOG, events, "invoked");
    }

    private static void whatIsInvokedMaySuspend() {
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            Continuation.suspend(SCOPE);
            Continuation.unwindAndInvoke(SCOPE, SUSPEND, events);
        });
        check(!continuation.run());
        check(!continuation.run());
        Continuation copy = continuation.copy();
        check(continuation.run());
        check(copy.run());
        same(List.of("before", "after", "invoked", "end", "after", "invoked", "end"), events);
    }

    /** Accepts words of as many a as b, in this order; each state calls the next one. */
    private static void state(String word, int at, StringBuilder result) {
        if (at == word.length()) {
            result.append(word);
        } else if (word.charAt(at) == (at < word.length() / 2 ? 'a' : 'b')) {
            Continuation.unwindAndInvoke(SCOPE, STATE, word, at + 1, result);
        } else {
            result.append("no");
        }
    }

    private static void aStateMachineRuns() {
        StringBuilder result = new StringBuilder();
        for (String word : List.of("ab", "aab", "aaabbb")) {
            check(new Continuation(SCOPE, () -> state(word, 0, result)).run());
            result.append(' ');
        }
        same("ab no aaabbb ", result.toString());
    }

    /** Instructions call the next one: 0 is halt, 1 adds 1, 2 jumps back while the sum is less than 50. */
    private static void step(int[] code, int at, int[] sum) {
        switch (code[at]) {
            case 0:
                return;
            case 1:
                sum[0]++;
                Continuation.unwindAndInvoke(
                        SCOPE, handle("step", int[].class, int.class, int[].class), code, at + 1, sum);
                throw new AssertionError();
            default:
                int next = sum[0] < 50 ? 0 : at + 1;
                Continuation.unwindAndInvoke(
                        SCOPE, handle("step", int[].class, int.class, int[].class), code, next, sum);
        }
    }

    private static void anInterpreterLoops() {
        int[] sum = new int[1];
        check(new Continuation(SCOPE, () -> step(new int[] {1, 1, 1, 2, 0}, 0, sum)).run());
        same(51, sum[0]);
    }

    private static void plainFramesStay() throws Throwable {
        List<Object> reasons = new ArrayList<>();
        Object plain = new Object() {
            @Override
            public int hashCode() {
                try {
                    reasons.add(refused(
                                    PinnedException.class,
                                    () -> Continuation.unwindAndInvoke(SCOPE, LOG, new ArrayList<>(), ""))
                            .reason());
                    new Continuation(OUTER, () -> {
                                try {
                                    reasons.add(refused(
                                                    PinnedException.class,
                                                    () -> Continuation.unwindAndInvoke(
                                                            SCOPE, LOG, new ArrayList<>(), ""))
                                            .reason());
                                } catch (Throwable t) {
                                    reasons.add(t);
                                }
                            })
                            .run();
                } catch (Throwable t) {
                    reasons.add(t);
                }
                return 1;
            }
        };
        check(new Continuation(SCOPE, () -> check(plain.hashCode() == 1)).run());
        same(List.of(PinnedException.Reason.FRAME, PinnedException.Reason.FRAME), reasons);
    }

    private static int down(int n, List<Integer> seen) {
        pause();
        seen.add(n);
        if (n > 0) {
            Continuation.unwindAndInvoke(SCOPE, DOWN, n - 1, seen);
        }
        return n;
    }

    private static void resultsAreDropped() {
        List<Integer> seen = new ArrayList<>();
        check(new Continuation(SCOPE, () -> down(3, seen)).run());
        same(List.of(3, 2, 1, 0), seen);
    }

    /** Its monitor cannot be left. */
    private static final ClassLoader LOADER = new ClassLoader() {};

    private static void underAMonitor(List<Object> reasons, List<String> events) {
        synchronized (LOADER) {
            afterARefusal(reasons, events);
        }
    }

    /**
     * The frame with the monitor runs these frames where it stands, until they have returned; unless a fiber was parked
     * there before.
     */
    private static void afterARefusal(List<Object> reasons, List<String> events) {
        try {
            refused(PinnedException.class, () -> Continuation.suspend(SCOPE));
            reasons.add(
                    refused(PinnedException.class, () -> Continuation.unwindAndInvoke(SCOPE, LOG, events, "at once"))
                            .reason());
        } catch (Throwable t) {
            reasons.add(t);
        }
    }

    private static void whatHasStayedStays() {
        List<Object> reasons = new ArrayList<>();
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            underAMonitor(reasons, events);
            Continuation.unwindAndInvoke(SCOPE, LOG, events, "invoked");
        });
        check(continuation.run());
        if (Weft.isFiber() && reasons.isEmpty()) {
            same(List.of("at once", "end"), events);
        } else {
            same(List.of(PinnedException.Reason.MONITOR), reasons);
            same(List.of("invoked", "end"), events);
        }
        isFree(TailCalls.class, events);
    }

    private static void badArgumentsAreRefused() throws Throwable {
        refused(NotInScopeException.class, () -> Continuation.unwindAndInvoke(SCOPE, LOG));
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            try {
                refused(NullPointerException.class, () -> Continuation.unwindAndInvoke(SCOPE, null));
                refused(NullPointerException.class, () -> Continuation.unwindAndInvoke(SCOPE, LOG, (Object[]) null));
            } catch (Throwable t) {
                events.add(t.toString());
            }
            // of other arguments than the handle takes: thrown where the handle is called
            Continuation.unwindAndInvoke(SCOPE, LOG, 1, 2, 3);
        });
        refused(java.lang.invoke.WrongMethodTypeException.class, continuation::run);
        same(List.of(), events);
    }
}

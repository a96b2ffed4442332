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
import dev.weft.TypedContinuation;
import dev.weft.TypedScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * What continuations tell, pass and refuse.
 *
 * <p>The class stays whole because it is a list: one case for each way of passing.
 */
public final class BothWays {
    private static final ContinuationScope SCOPE = new ContinuationScope("scope");
    private static final ContinuationScope OUTER = new ContinuationScope("outer");
    private static final TypedScope<Integer, String> TYPED = new TypedScope<>("typed");

    private BothWays() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(BothWays::runTellsWhetherItHasEnded);
        Everywhere.run(BothWays::aConsumerTakesItSuspended);
        Everywhere.run(BothWays::aConsumerMayBlockAndRunIt);
        Everywhere.run(BothWays::aConsumerThrowsToTheCaller);
        Everywhere.run(BothWays::anHeirCarriesInformation);
        Everywhere.run(BothWays::anOuterOneIsPassedOn);
        Everywhere.run(BothWays::valuesGoBothWays);
        Everywhere.run(BothWays::aTypedOneRefusesToRunTwice);
        Everywhere.run(BothWays::aTypedOneDropsWhatWasRefused);
        Everywhere.run(BothWays::itHasATraceWhileItIsSuspended);
        Everywhere.run(BothWays::aMonitorThatCannotBeLeftPins);
        Everywhere.run(BothWays::suchAMonitorFurtherOutPins);
        Everywhere.run(BothWays::aPlainFramePins);
        Everywhere.run(BothWays::aPlainCallerOfRunPinsTheOuter);
        Everywhere.run(BothWays::anInitializerPins);
        Everywhere.run(BothWays::nobodyIsInNoScope);
        Everywhere.run(BothWays::whatRunsOrHasEndedIsNotRun);
        Everywhere.run(BothWays::exceptionsPass);
        System.out.println("both ways");
    }

    private static void runTellsWhetherItHasEnded() {
        Continuation continuation = new Continuation(SCOPE, () -> {
            Continuation.suspend(SCOPE);
            pause();
            Continuation.suspend(SCOPE);
            Everywhere.suspendAll();
        });
        check(!continuation.run());
        pause();
        check(!continuation.run());
        check(continuation.run());
        Runnable[] handle = new Runnable[1];
        Continuation another = new Continuation(SCOPE, () -> Continuation.suspend(SCOPE));
        handle[0] = another::run;
        handle[0].run();
        check(!another.isDone());
        handle[0].run();
        check(another.isDone());
    }

    private static void aConsumerTakesItSuspended() {
        List<Object> seen = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            for (int i = 0; i < 3; i++) {
                int number = i;
                Continuation resumed = Continuation.suspend(SCOPE, suspended -> {
                    seen.add(number);
                    seen.add(suspended);
                    check(Continuation.current(SCOPE) != suspended);
                    check(suspended.getStackTrace().length > 0);
                });
                same(Continuation.current(SCOPE), resumed);
            }
            same(Continuation.current(SCOPE), Continuation.suspend(SCOPE, null));
        });
        for (int i = 0; i < 3; i++) {
            check(!continuation.run());
            same(List.of(i, continuation), seen);
            seen.clear();
        }
        check(!continuation.run());
        check(continuation.run());
        check(seen.isEmpty());
    }

    private static void aConsumerMayBlockAndRunIt() {
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            events.add("begin");
            Continuation.suspend(SCOPE, suspended -> {
                pause();
                events.add("between");
                Everywhere.suspendAll();
                check(suspended.run());
            });
            events.add("end");
        });
        check(!continuation.run());
        check(continuation.isDone());
        same(List.of("begin", "between", "end"), events);
    }

    private static void aConsumerThrowsToTheCaller() throws Throwable {
        Continuation continuation = new Continuation(
                SCOPE,
                () -> Continuation.suspend(SCOPE, suspended -> {
                    pause();
                    throw new IllegalArgumentException("of the consumer");
                }));
        same(
                "of the consumer",
                refused(IllegalArgumentException.class, continuation::run).getMessage());
        check(!continuation.isDone());
        check(continuation.run());
    }

    private static final class Carrying extends Continuation {
        private int out;
        private int in;

        Carrying(Runnable target) {
            super(SCOPE, target);
        }

        static int exchange(int value) {
            return ((Carrying) suspend(SCOPE, suspended -> ((Carrying) suspended).out = value)).in;
        }
    }

    private static void anHeirCarriesInformation() {
        int[] sum = new int[1];
        Carrying carrying = new Carrying(() -> {
            for (int i = 0; i < 10; i++) {
                sum[0] += Carrying.exchange(i);
            }
        });
        int expected = 0;
        for (int i = 0; !carrying.run(); i++) {
            same(i, carrying.out);
            carrying.in = i * i;
            expected += i * i;
        }
        check(carrying.isDone());
        same(expected, sum[0]);
    }

    private static void anOuterOneIsPassedOn() {
        List<String> events = new ArrayList<>();
        Continuation[] inner = new Continuation[1];
        Continuation outer = new Continuation(OUTER, () -> {
            inner[0] = new Continuation(SCOPE, () -> {
                for (int i = 0; i < 3; i++) {
                    int number = i;
                    Continuation.suspend(OUTER, suspended -> {
                        pause();
                        events.add("outer " + number);
                        check(suspended.toString().endsWith("outer, suspended]"));
                    });
                    pause();
                    Continuation.suspend(SCOPE, suspended -> events.add("inner " + number));
                }
            });
            while (!inner[0].run()) {
                Everywhere.suspendAll();
            }
        });
        while (!outer.run()) {
            pause();
        }
        same(List.of("outer 0", "inner 0", "outer 1", "inner 1", "outer 2", "inner 2"), events);
    }

    private static void valuesGoBothWays() {
        TypedContinuation<Integer, String> squares = squares();
        same("3 squared is 9", squares.run(3));
        Everywhere.suspendAll();
        same("4 squared is 16", squares.run(4));
        same("end", squares.run(0));
        check(squares.isDone());
    }

    private static TypedContinuation<Integer, String> squares() {
        return new TypedContinuation<>(TYPED, first -> {
            int n = first;
            while (n != 0) {
                pause();
                n = TypedContinuation.suspend(TYPED, n + " squared is " + n * n);
            }
            return "end";
        });
    }

    private static void aTypedOneRefusesToRunTwice() throws Throwable {
        List<TypedContinuation<Integer, String>> self = new ArrayList<>();
        self.add(new TypedContinuation<>(TYPED, first -> {
            try {
                same(
                        NotResumableException.Reason.RUNNING,
                        refused(NotResumableException.class, () -> self.get(0).run(99))
                                .reason());
            } catch (Throwable t) {
                return t.toString();
            }
            return String.valueOf(TypedContinuation.suspend(TYPED, "first " + first));
        }));
        same("first 1", self.get(0).run(1));
        same("2", self.get(0).run(2));
        same(
                NotResumableException.Reason.DONE,
                refused(NotResumableException.class, () -> self.get(0).run(3)).reason());
        refused(NotInScopeException.class, () -> TypedContinuation.suspend(TYPED, "nobody"));
    }

    /** Nothing was suspended with it, so nobody gets it later. */
    private static void aTypedOneDropsWhatWasRefused() {
        TypedContinuation<Integer, String> pinned = new TypedContinuation<>(TYPED, first -> {
            Object calling = new Object() {
                @Override
                public String toString() {
                    return String.valueOf(TypedContinuation.suspend(TYPED, "refused"));
                }
            };
            try {
                return calling.toString();
            } catch (PinnedException e) {
                Continuation.suspend(TYPED);
                return "last";
            }
        });
        same(null, pinned.run(1));
        same("last", pinned.run(2));
    }

    private static String ours(StackTraceElement[] trace) {
        return Arrays.stream(trace)
                .filter(each -> each.getClassName().startsWith("dev.weft")
                        || each.getMethodName().contains("weft"))
                .map(StackTraceElement::getMethodName)
                .filter(each -> !each.startsWith("lambda$"))
                .collect(Collectors.joining(" "));
    }

    private static void outermost(Continuation inner) {
        innermost(inner);
    }

    private static void innermost(Continuation inner) {
        if (inner == null) {
            Continuation.suspend(SCOPE);
        } else {
            inner.run();
        }
    }

    private static void itHasATraceWhileItIsSuspended() throws Throwable {
        Continuation continuation = new Continuation(SCOPE, () -> outermost(null));
        same(0, continuation.getStackTrace().length);
        continuation.run();
        same("innermost outermost", ours(continuation.getStackTrace()));
        check(Arrays.stream(continuation.getStackTrace()).allMatch(each -> each.getLineNumber() > 0));
        check(Arrays.stream(continuation.getStackTrace())
                .noneMatch(each -> each.toString().contains("$weft")));
        continuation.run();
        same(0, continuation.getStackTrace().length);
        Continuation[] outer = new Continuation[1];
        Continuation inner = new Continuation(SCOPE, () -> {
            try {
                refused(NotResumableException.class, () -> outer[0].getStackTrace());
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
            pause();
            Continuation.suspend(OUTER);
        });
        outer[0] = new Continuation(OUTER, () -> outermost(inner));
        outer[0].run();
        same("innermost outermost", ours(outer[0].getStackTrace()));
        check(outer[0].run());
    }

    /** Its monitor cannot be left. */
    private static final ClassLoader LOADER = new ClassLoader() {};

    private static void pinned(
            PinnedException.Reason reason, String method, ContinuationScope scope, List<Throwable> failures) {
        try {
            check(Continuation.isPinned(scope));
            PinnedException found = refused(PinnedException.class, () -> Continuation.suspend(scope));
            same(reason, found.reason());
            same(method, found.frame().getMethodName());
            check(found.frame().getClassName().startsWith(BothWays.class.getName()));
            check(found.getMessage().contains(BothWays.class.getName()));
            refused(
                    PinnedException.class,
                    () -> Continuation.suspend(scope, any -> failures.add(new AssertionError())));
        } catch (Throwable t) {
            failures.add(t);
        }
    }

    private static void end(Continuation continuation, List<Throwable> failures) throws Throwable {
        while (!continuation.run()) {
            pause();
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    private static void holding(List<Throwable> failures) {
        synchronized (LOADER) {
            pause();
            pinned(PinnedException.Reason.MONITOR, "holding", SCOPE, failures);
            pause();
        }
    }

    private static void aMonitorThatCannotBeLeftPins() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            check(!Continuation.isPinned(SCOPE));
            holding(failures);
            check(!Continuation.isPinned(SCOPE));
            Continuation.suspend(SCOPE);
        });
        end(continuation, failures);
        check(continuation.isDone());
    }

    private static void suchAMonitorFurtherOutPins() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Continuation outer = new Continuation(OUTER, () -> {
            check(!Continuation.isPinned(OUTER));
            holdingAround(failures);
        });
        end(outer, failures);
    }

    private static void holdingAround(List<Throwable> failures) {
        Continuation inner = new Continuation(SCOPE, () -> {
            pause();
            check(!Continuation.isPinned(SCOPE));
            Continuation.suspend(SCOPE);
            pinned(PinnedException.Reason.MONITOR, "holdingAround", OUTER, failures);
            check(!Continuation.isPinned(SCOPE));
        });
        synchronized (LOADER) {
            inner.run();
            inner.run();
        }
        Continuation.suspend(OUTER);
    }

    private static void aPlainFramePins() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Object plain = new Object() {
            @Override
            public int hashCode() {
                pinned(PinnedException.Reason.FRAME, "hashCode", SCOPE, failures);
                return 1;
            }
        };
        end(new Continuation(SCOPE, () -> check(plain.hashCode() == 1)), failures);
    }

    private static void aPlainCallerOfRunPinsTheOuter() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Object plain = new Object() {
            @Override
            public int hashCode() {
                Continuation inner = new Continuation(SCOPE, () -> {
                    pinned(PinnedException.Reason.FRAME, "hashCode", OUTER, failures);
                    Continuation.suspend(SCOPE, any -> {});
                });
                check(!inner.run());
                check(inner.run());
                return 1;
            }
        };
        end(new Continuation(OUTER, () -> check(plain.hashCode() == 1)), failures);
    }

    private static final class Initialized {
        static List<Throwable> failures;

        static {
            pinned(PinnedException.Reason.CLASS_INITIALIZER, "<clinit>", SCOPE, Holder.FAILURES);
            failures = Holder.FAILURES;
        }
    }

    private static final class Holder {
        static final List<Throwable> FAILURES = new ArrayList<>();
    }

    private static void anInitializerPins() throws Throwable {
        end(new Continuation(SCOPE, () -> check(Initialized.failures != null)), Holder.FAILURES);
    }

    private static void nobodyIsInNoScope() throws Throwable {
        refused(NotInScopeException.class, () -> Continuation.suspend(SCOPE));
        refused(NotInScopeException.class, () -> Continuation.suspend(SCOPE, null));
        refused(NotInScopeException.class, () -> Continuation.isPinned(SCOPE));
        same(null, Continuation.current(SCOPE));
        refused(NullPointerException.class, () -> new Continuation(null, () -> {}));
        refused(NullPointerException.class, () -> new Continuation(SCOPE, null));
        refused(NullPointerException.class, () -> new TypedContinuation<>(TYPED, null));
    }

    private static void whatRunsOrHasEndedIsNotRun() throws Throwable {
        CountDownLatch isIn = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Continuation continuation = new Continuation(SCOPE, () -> {
            isIn.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread other = new Thread(continuation::run);
        other.start();
        isIn.await();
        same(
                NotResumableException.Reason.RUNNING,
                refused(NotResumableException.class, continuation::run).reason());
        mayEnd.countDown();
        other.join();
        check(continuation.isDone());
        same(
                NotResumableException.Reason.DONE,
                refused(NotResumableException.class, continuation::run).reason());
    }

    private static void exceptionsPass() throws Throwable {
        List<String> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            try {
                Continuation.suspend(SCOPE, any -> events.add("consumer"));
                pause();
                throw new IllegalArgumentException("thrown");
            } finally {
                events.add("finally");
            }
        });
        check(!continuation.run());
        same(
                "thrown",
                refused(IllegalArgumentException.class, continuation::run).getMessage());
        check(continuation.isDone());
        same(List.of("consumer", "finally"), events);
    }
}

package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.pause;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.Coroutine;
import dev.weft.Generator;
import dev.weft.NotCloneableException;
import dev.weft.NotResumableException;
import dev.weft.PinnedException;
import dev.weft.Weft;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Continuations that are suspended with monitors held. Stays whole as a list of small cases, each a line in {@link
 * #main}.
 */
public final class UnderMonitors {
    private static final ContinuationScope SCOPE = new ContinuationScope("scope");
    private static final ContinuationScope OUTER = new ContinuationScope("outer");
    private static final MethodHandle LOG = log();

    private UnderMonitors() {}

    /** Prints what it is about if all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(UnderMonitors::othersWaitForIt);
        Everywhere.run(UnderMonitors::methodsHoldAsBlocksDo);
        Everywhere.run(UnderMonitors::itsThreadMayEnterAgain);
        Everywhere.run(UnderMonitors::itsThreadWaitsAndNotifies);
        Everywhere.run(UnderMonitors::othersMayNotRunIt);
        Everywhere.run(UnderMonitors::whoHoldsNothingAnyMoreMayMove);
        Everywhere.run(UnderMonitors::nestedOnesHoldWhatIsTheirs);
        Everywhere.run(UnderMonitors::outerOnesHoldWhatInnerOnesDo);
        Everywhere.run(UnderMonitors::copiesAreRefused);
        Everywhere.run(UnderMonitors::droppedFramesReleaseWhatTheyHeld);
        Everywhere.run(UnderMonitors::itIsNotPinned);
        Everywhere.run(UnderMonitors::exceptionsLeaveMonitors);
        Everywhere.run(UnderMonitors::theEndOfAThreadReleasesThem);
        Everywhere.run(UnderMonitors::plainCallersMaySuspendThem);
        Everywhere.run(UnderMonitors::aPlatformThreadsOwnMonitorPins);
        Everywhere.run(UnderMonitors::whatIsLeftBeforeARefusalIsTakenBack);
        Everywhere.run(UnderMonitors::generatorsStayWithTheirThread);
        Everywhere.run(UnderMonitors::generatorsOfSeveralThreadsAreClosedByOneThatMay);
        Everywhere.run(UnderMonitors::coroutinesTakeTurnsUnderMonitors);
        System.out.println("under monitors");
    }

    private static MethodHandle log() {
        try {
            return MethodHandles.lookup()
                    .findStatic(UnderMonitors.class, "log", MethodType.methodType(void.class, List.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static void log(List<Object> events) {
        events.add("invoked");
    }

    // ------------------------------------------------------------------------------------------- other threads

    /** A thread that enters a monitor. */
    private static final class Contender {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final Thread thread;

        Contender(Object monitor, boolean isFiber) {
            thread = new Thread(() -> {
                synchronized (monitor) {
                    entered.countDown();
                }
            });
            Weft.lightweight(thread, isFiber);
            thread.start();
        }

        void isBlocked() throws InterruptedException {
            while (thread.getState() != Thread.State.BLOCKED) {
                check(entered.getCount() == 1);
                Thread.sleep(1);
            }
            check(entered.getCount() == 1);
        }

        void enters() throws InterruptedException {
            entered.await();
            thread.join();
        }
    }

    private static void elsewhere(boolean isFiber, Everywhere.Body body) throws Throwable {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (Throwable t) {
                        failure.set(t);
                    }
                },
                "elsewhere");
        Weft.lightweight(thread, isFiber);
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static void isFree(Object... monitors) throws InterruptedException {
        for (Object each : monitors) {
            check(!Thread.holdsLock(each));
            new Contender(each, true).enters();
            new Contender(each, false).enters();
        }
    }

    private static void isHeld(Object monitor) throws Throwable {
        check(Thread.holdsLock(monitor));
        elsewhere(true, () -> check(!Thread.holdsLock(monitor)));
        elsewhere(false, () -> check(!Thread.holdsLock(monitor)));
    }

    private static void isForeign(Continuation continuation) throws Throwable {
        for (int i = 0; i < 2; i++) {
            elsewhere(i == 0, () -> {
                String own = continuation.toString();
                NotResumableException found = refused(NotResumableException.class, continuation::run);
                same(NotResumableException.Reason.OTHER_THREAD, found.reason());
                check(found.getMessage().contains(UnderMonitors.class.getName()));
                check(found.getMessage().contains("suspended"));
                same(own, continuation.toString());
            });
        }
    }

    // ------------------------------------------------------------------------------------------- tests

    private static void othersWaitForIt() throws Throwable {
        Object monitor = new Object();
        Object inner = new Object();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (monitor) {
                synchronized (inner) {
                    synchronized (monitor) {
                        Continuation.suspend(SCOPE);
                        pause();
                    }
                    Continuation.suspend(SCOPE);
                }
                Continuation.suspend(SCOPE);
            }
            Continuation.suspend(SCOPE);
        });
        check(!continuation.run());
        Contender[] contenders = {
            new Contender(monitor, true), new Contender(monitor, false),
            new Contender(inner, true), new Contender(inner, false)
        };
        for (Contender each : contenders) {
            each.isBlocked();
        }
        isHeld(monitor);
        isHeld(inner);
        pause();
        check(!continuation.run());
        isHeld(monitor);
        for (Contender each : contenders) {
            each.isBlocked();
        }
        check(!continuation.run());
        contenders[2].enters();
        contenders[3].enters();
        isFree(inner);
        contenders[0].isBlocked();
        contenders[1].isBlocked();
        check(!continuation.run());
        contenders[0].enters();
        contenders[1].enters();
        isFree(monitor, inner);
        check(continuation.run());
    }

    /** A class of its own for each call, so that nobody else has its monitor. */
    private static final class Synchronized {
        synchronized int suspends(int depth) {
            if (depth > 0) {
                return suspends(depth - 1) + 1;
            }
            Continuation.suspend(SCOPE);
            return 0;
        }
    }

    private static void methodsHoldAsBlocksDo() throws Throwable {
        Synchronized monitor = new Synchronized();
        int[] result = new int[1];
        Continuation continuation = new Continuation(SCOPE, () -> result[0] = monitor.suspends(3));
        check(!continuation.run());
        isHeld(monitor);
        isForeign(continuation);
        pause();
        check(continuation.run());
        same(3, result[0]);
        isFree(monitor);
    }

    private static void itsThreadMayEnterAgain() throws Throwable {
        Synchronized monitor = new Synchronized();
        Continuation one = new Continuation(SCOPE, () -> monitor.suspends(1));
        Continuation other = new Continuation(SCOPE, () -> monitor.suspends(0));
        check(!one.run());
        synchronized (monitor) {
            pause();
            check(!other.run());
            pause();
        }
        isHeld(monitor);
        check(one.run());
        isHeld(monitor);
        isForeign(other);
        synchronized (monitor) {
            check(other.run());
            isHeld(monitor);
        }
        isFree(monitor);
    }

    private static void itsThreadWaitsAndNotifies() throws Throwable {
        Object monitor = new Object();
        int[] turn = new int[1];
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (monitor) {
                Continuation.suspend(SCOPE);
                check(turn[0] == 2);
                turn[0] = 3;
                monitor.notifyAll();
            }
        });
        check(!continuation.run());
        for (int i = 0; i < 2; i++) {
            turn[0] = 0;
            boolean isFiber = i == 0;
            Thread other = new Thread(() -> {
                synchronized (monitor) {
                    turn[0] = 1;
                    monitor.notifyAll();
                    while (turn[0] == 1) {
                        await(monitor);
                    }
                }
            });
            Weft.lightweight(other, isFiber);
            other.start();
            // gives up what the continuation holds, too, and takes it back
            while (turn[0] == 0) {
                monitor.wait();
            }
            isHeld(monitor);
            turn[0] = 2;
            monitor.notifyAll();
            monitor.wait(1);
            synchronized (monitor) {
                while (other.isAlive()) {
                    monitor.wait(1);
                }
            }
        }
        isHeld(monitor);
        check(continuation.run());
        same(3, turn[0]);
        isFree(monitor);
        refused(IllegalMonitorStateException.class, monitor::notify);
    }

    private static void await(Object monitor) {
        try {
            monitor.wait();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void othersMayNotRunIt() throws Throwable {
        Object monitor = new Object();
        List<Object> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            events.add(1);
            synchronized (monitor) {
                for (int i = 2; i < 5; i++) {
                    Continuation.suspend(SCOPE);
                    events.add(i);
                }
            }
        });
        check(!continuation.run());
        for (int i = 1; i < 4; i++) {
            same(i, events.size());
            isForeign(continuation);
            same(i, continuation.getStackTrace().length > 0 ? i : 0);
            same(i, events.size());
            same(i == 3, continuation.run());
        }
        isFree(monitor);
    }

    private static void whoHoldsNothingAnyMoreMayMove() throws Throwable {
        Object monitor = new Object();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (monitor) {
                Continuation.suspend(SCOPE);
            }
            Continuation.suspend(SCOPE);
            synchronized (monitor) {
                Continuation.suspend(SCOPE);
            }
        });
        check(!continuation.run());
        check(!continuation.run());
        elsewhere(false, () -> {
            check(!continuation.run());
            isHeld(monitor);
            check(continuation.run());
        });
        isFree(monitor);
    }

    private static void nestedOnesHoldWhatIsTheirs() throws Throwable {
        Object outers = new Object();
        Object inners = new Object();
        Continuation inner = new Continuation(SCOPE, () -> {
            synchronized (inners) {
                pause();
                Continuation.suspend(SCOPE);
            }
            pause();
        });
        Continuation outer = new Continuation(OUTER, () -> {
            synchronized (outers) {
                check(!inner.run());
                pause();
                Continuation.suspend(OUTER);
            }
        });
        check(!outer.run());
        isHeld(outers);
        isHeld(inners);
        isForeign(inner);
        check(inner.run());
        isFree(inners);
        isHeld(outers);
        check(outer.run());
        isFree(outers, inners);
    }

    private static void outerOnesHoldWhatInnerOnesDo() throws Throwable {
        Object outers = new Object();
        Object inners = new Object();
        List<Throwable> failures = new ArrayList<>();
        Continuation[] kept = new Continuation[1];
        Continuation outer = new Continuation(OUTER, () -> {
            Continuation inner = new Continuation(SCOPE, () -> {
                synchronized (inners) {
                    pause();
                    Continuation.suspend(OUTER);
                    pause();
                    Continuation.suspend(SCOPE);
                    Continuation.suspend(OUTER);
                }
                Continuation.suspend(OUTER);
            });
            kept[0] = inner;
            synchronized (outers) {
                check(!inner.run());
                try {
                    isForeign(inner);
                } catch (Throwable t) {
                    failures.add(t);
                }
            }
            check(inner.run());
        });
        check(!outer.run());
        isHeld(outers);
        isHeld(inners);
        isForeign(outer);
        check(!outer.run());
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        isFree(outers);
        isHeld(inners);
        isForeign(outer);
        check(!outer.run());
        isFree(outers, inners);
        elsewhere(true, () -> check(outer.run()));
        check(kept[0].isDone());
    }

    private static void copiesAreRefused() throws Throwable {
        Synchronized monitor = new Synchronized();
        Continuation continuation = new Continuation(SCOPE, () -> {
            monitor.suspends(0);
            Continuation.suspend(SCOPE);
        });
        check(!continuation.run());
        NotCloneableException found = refused(NotCloneableException.class, continuation::copy);
        same(NotCloneableException.Reason.MONITOR, found.reason());
        check(found.getMessage().contains("suspends"));
        check(!continuation.run());
        Continuation copy = continuation.copy();
        check(continuation.run());
        check(copy.run());
    }

    private static void droppedFramesReleaseWhatTheyHeld() throws Throwable {
        Object parked = new Object();
        Object running = new Object();
        List<Object> events = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (parked) {
                suspendAndDrop(running, events);
            }
        });
        check(!continuation.run());
        isHeld(parked);
        isHeld(running);
        check(continuation.run());
        same(List.of("invoked"), events);
        isFree(parked, running);
    }

    private static void suspendAndDrop(Object monitor, List<Object> events) {
        synchronized (monitor) {
            Continuation.suspend(SCOPE);
            Continuation.unwindAndInvoke(SCOPE, LOG, events);
        }
    }

    private static void itIsNotPinned() throws Throwable {
        Object monitor = new Object();
        List<Object> found = new ArrayList<>();
        Continuation continuation = new Continuation(OUTER, () -> {
            synchronized (monitor) {
                Continuation inner = new Continuation(SCOPE, () -> {
                    synchronized (found) {
                        found.add(Continuation.isPinned(SCOPE));
                        found.add(Continuation.isPinned(OUTER));
                        found.add(Thread.holdsLock(monitor) && Thread.holdsLock(found));
                        Continuation.suspend(SCOPE);
                    }
                });
                inner.run();
                found.add(Continuation.isPinned(OUTER));
                try {
                    isForeign(inner);
                } catch (Throwable t) {
                    found.add(t);
                }
                inner.run();
                Continuation.suspend(OUTER);
            }
        });
        check(!continuation.run());
        same(List.of(false, false, true, false), found);
        isForeign(continuation);
        isFree(found);
        check(continuation.run());
        isFree(monitor);
    }

    private static void exceptionsLeaveMonitors() throws Throwable {
        Synchronized monitor = new Synchronized();
        Continuation continuation = new Continuation(SCOPE, () -> {
            monitor.suspends(1);
            synchronized (monitor) {
                monitor.suspends(1);
                throw new IllegalArgumentException();
            }
        });
        check(!continuation.run());
        check(!continuation.run());
        isForeign(continuation);
        refused(IllegalArgumentException.class, continuation::run);
        isFree(monitor);
    }

    private static void theEndOfAThreadReleasesThem() throws Throwable {
        for (int i = 0; i < 2; i++) {
            Object monitor = new Object();
            Object other = new Object();
            Continuation[] left = new Continuation[2];
            List<Contender> contenders = new ArrayList<>();
            elsewhere(i == 0, () -> {
                for (int k = 0; k < left.length; k++) {
                    left[k] = new Continuation(SCOPE, () -> {
                        synchronized (monitor) {
                            synchronized (other) {
                                Continuation.suspend(SCOPE);
                            }
                        }
                    });
                    check(!left[k].run());
                }
                contenders.add(new Contender(monitor, true));
                contenders.add(new Contender(monitor, false));
                for (Contender each : contenders) {
                    each.isBlocked();
                }
            });
            for (Contender each : contenders) {
                each.enters();
            }
            isFree(monitor, other);
            for (Continuation each : left) {
                isForeign(each);
                NotResumableException found = refused(NotResumableException.class, each::run);
                check(found.getMessage().contains("which has ended"));
            }
        }
    }

    /** The caller's frame cannot be left when the fiber parks: frames of the continuation are parked on the stack. */
    private static void plainCallersMaySuspendThem() throws Throwable {
        Object monitor = new Object();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (monitor) {
                pause();
                Continuation.suspend(SCOPE);
                pause();
            }
            Continuation.suspend(SCOPE);
        });
        Object plain = new Object() {
            @Override
            public int hashCode() {
                return continuation.run() ? 1 : 0;
            }
        };
        same(0, plain.hashCode());
        isHeld(monitor);
        isForeign(continuation);
        same(0, plain.hashCode());
        isFree(monitor);
        same(1, plain.hashCode());
    }

    private static void aPlatformThreadsOwnMonitorPins() throws Throwable {
        Thread platform = new Thread(() -> {});
        Weft.lightweight(platform, false);
        List<Object> reasons = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (platform) {
                try {
                    reasons.add(Continuation.isPinned(SCOPE));
                    reasons.add(refused(PinnedException.class, () -> Continuation.suspend(SCOPE))
                            .reason());
                } catch (Throwable t) {
                    reasons.add(t);
                }
            }
        });
        check(continuation.run());
        same(List.of(true, PinnedException.Reason.MONITOR), reasons);
    }

    /** The frames further in have left their monitors when the refusal comes. */
    private static void whatIsLeftBeforeARefusalIsTakenBack() throws Throwable {
        Object monitor = new Object();
        ClassLoader stays = new ClassLoader() {};
        List<Object> reasons = new ArrayList<>();
        Continuation continuation = new Continuation(SCOPE, () -> {
            synchronized (stays) {
                refusedWith(monitor, reasons);
                check(!Thread.holdsLock(monitor));
            }
            Continuation.suspend(SCOPE);
        });
        check(!continuation.run());
        same(List.of(PinnedException.Reason.MONITOR, true, PinnedException.Reason.MONITOR, true), reasons);
        isFree(monitor, stays);
        elsewhere(false, () -> check(continuation.run()));
    }

    private static void refusedWith(Object monitor, List<Object> reasons) {
        synchronized (monitor) {
            for (int i = 0; i < 2; i++) {
                try {
                    reasons.add(refused(PinnedException.class, () -> Continuation.suspend(SCOPE))
                            .reason());
                    isHeld(monitor);
                    reasons.add(Continuation.isPinned(SCOPE));
                } catch (Throwable t) {
                    reasons.add(t);
                }
            }
        }
    }

    private static void generatorsStayWithTheirThread() throws Throwable {
        Object monitor = new Object();
        List<Object> events = new ArrayList<>();
        Generator<Integer> generator = new Generator<>(out -> {
            synchronized (monitor) {
                try {
                    for (int i = 0; i < 10; i++) {
                        out.yield(i);
                    }
                } finally {
                    events.add("finally");
                }
            }
        });
        same(0, generator.next());
        check(generator.hasNext());
        elsewhere(false, () -> {
            NotResumableException found = refused(NotResumableException.class, generator::close);
            same(NotResumableException.Reason.OTHER_THREAD, found.reason());
            // the element is there
            same(1, generator.next());
            refused(NotResumableException.class, generator::next);
        });
        elsewhere(true, () -> {
            refused(NotResumableException.class, generator::next);
            refused(NotResumableException.class, generator::close);
        });
        same(2, generator.next());
        isHeld(monitor);
        generator.close();
        check(!generator.hasNext());
        same(List.of("finally"), events);
        isFree(monitor);
    }

    private static void generatorsOfSeveralThreadsAreClosedByOneThatMay() throws Throwable {
        Object monitor = new Object();
        List<Object> events = new ArrayList<>();
        Generator<Integer> inner = new Generator<>(out -> {
            try {
                out.yield(1);
                out.yield(2);
            } finally {
                events.add("inner");
            }
        });
        Generator<Integer> outer = new Generator<>(out -> {
            synchronized (monitor) {
                try {
                    out.yieldAll(inner);
                    out.yield(3);
                } finally {
                    events.add("outer");
                }
            }
        });
        same(1, outer.next());
        elsewhere(true, () -> refused(NotResumableException.class, outer::close));
        elsewhere(true, () -> same(2, outer.next()));
        // the inner one ends, but the outer one does not go on there
        elsewhere(false, () -> refused(NotResumableException.class, outer::next));
        same(List.of("inner"), events);
        same(3, outer.next());
        outer.close();
        same(List.of("inner", "outer"), events);
        isFree(monitor);
    }

    private static void coroutinesTakeTurnsUnderMonitors() throws Throwable {
        Object monitor = new Object();
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < 2; i++) {
            char name = (char) ('a' + i);
            new Coroutine(() -> {
                synchronized (monitor) {
                    events.append(name);
                    Coroutine.yield();
                    synchronized (monitor) {
                        events.append(name);
                        Coroutine.yield();
                    }
                    events.append(name);
                }
            });
        }
        Coroutine.yield();
        Coroutine.yield();
        isHeld(monitor);
        Coroutine.yield();
        // a new coroutine is the next
        same("bababa", events.toString());
        isFree(monitor);
    }
}

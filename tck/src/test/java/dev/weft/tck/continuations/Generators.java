package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.pause;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.Generator;
import dev.weft.NotInScopeException;
import dev.weft.NotResumableException;
import dev.weft.PinnedException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What generators yield, pass and refuse. Stays whole as a list of small cases, each a line in {@link #main}. */
public final class Generators {
    private static final int DEPTH = 2_000;
    private static final int ASKED = 2_000;

    private Generators() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(Generators::isALoop);
        Everywhere.run(Generators::isTheProposalsExample);
        Everywhere.run(Generators::isAStream);
        Everywhere.run(Generators::isAnIterator);
        Everywhere.run(Generators::suspendsAtAnyDepth);
        Everywhere.run(Generators::yieldsToAnOuterOne);
        Everywhere.run(Generators::yieldsOthersWhole);
        Everywhere.run(Generators::yieldsWhatIsLeftOfAnother);
        Everywhere.run(Generators::keepsWhatWasFoundWhereItIsPinned);
        Everywhere.run(Generators::yieldsATree);
        Everywhere.run(Generators::yieldsDeepOnesAtTheSameCost);
        Everywhere.run(Generators::passesExceptions);
        Everywhere.run(Generators::passesExceptionsOfOthersThrough);
        Everywhere.run(Generators::isClosedEarly);
        Everywhere.run(Generators::isClosedWithThoseThatItYields);
        Everywhere.run(Generators::isClosedWhenItHasNotBegun);
        Everywhere.run(Generators::mustNotYieldWhileItIsClosed);
        Everywhere.run(Generators::isToldOnceThatItIsClosed);
        Everywhere.run(Generators::passesWhatResourcesThrow);
        Everywhere.run(Generators::isClosedWhileItClosesAnother);
        Everywhere.run(Generators::refusesToBeAskedTwice);
        Everywhere.run(Generators::refusesOtherThreadsWhileItRuns);
        Everywhere.run(Generators::givesEachElementOnce);
        Everywhere.run(Generators::hasEndedWhereItWasDropped);
        Everywhere.run(Generators::yieldsInItsBodyOnly);
        Everywhere.run(Generators::isPinnedByAMonitor);
        Everywhere.run(Generators::doesNotGiveWhatWasRefused);
        Everywhere.run(Generators::isGarbageAfterABreak);
        System.out.println("generators");
    }

    private static Generator<Integer> upTo(int n) {
        return new Generator<>(out -> {
            for (int i = 1; i <= n; i++) {
                pause();
                out.yield(i);
            }
        });
    }

    private static void isALoop() {
        int sum = 0;
        for (int each : upTo(5)) {
            sum += each;
            Everywhere.suspendAll();
        }
        same(15, sum);
        for (Object none : new Generator<>(out -> {})) {
            same("nothing", none);
        }
        Generator<String> nulls = new Generator<>(out -> out.yield(null));
        check(nulls.hasNext() && nulls.next() == null && !nulls.hasNext());
    }

    /** As printed there; {@code produce} and {@code sleep} are words of its pseudocode. */
    private static void isTheProposalsExample() {
        List<Object> seen = new ArrayList<>();
        for (Object x : new Generator<>(() -> {
            Generator.produce(1);
            Thread.sleep(1);
            Generator.produce(2);
            Thread.sleep(1);
            Generator.produce(3);
        })) {
            seen.add("Next: " + x);
        }
        same(List.of("Next: 1", "Next: 2", "Next: 3"), seen);
    }

    private static void isAStream() {
        List<String> events = new ArrayList<>();
        Generator<Integer> endless = new Generator<>(out -> {
            try {
                for (int i = 0; ; i++) {
                    out.yield(i);
                }
            } finally {
                events.add("closed");
            }
        });
        try (Stream<Integer> stream = endless.stream()) {
            same(
                    List.of(0, 4, 16, 36),
                    stream.filter(each -> each % 2 == 0)
                            .map(each -> each * each)
                            .limit(4)
                            .collect(Collectors.toList()));
        }
        same(List.of("closed"), events);
        check(!endless.hasNext());
        same(List.of(1, 2, 3), upTo(3).stream().collect(Collectors.toList()));
        same(500_500, upTo(1000).stream().parallel().mapToInt(each -> each).sum());
    }

    private static void isAnIterator() throws Throwable {
        Generator<Integer> generator = upTo(2);
        check(generator.iterator() == generator);
        check(generator.hasNext());
        check(generator.hasNext());
        same(1, generator.next());
        same(2, generator.next());
        check(!generator.hasNext());
        refused(NoSuchElementException.class, generator::next);
        refused(UnsupportedOperationException.class, generator::remove);
        List<Integer> rest = new ArrayList<>();
        Generator<Integer> another = upTo(4);
        another.next();
        another.forEachRemaining(rest::add);
        same(List.of(2, 3, 4), rest);
    }

    private static void walk(int depth, Generator.Output<Integer> out) {
        if (depth > 0) {
            walk(depth - 1, out);
            out.yield(depth);
            walk(depth - 1, out);
        }
    }

    private static void suspendsAtAnyDepth() {
        Generator<Integer> ruler = new Generator<>(out -> walk(5, out));
        StringBuilder marks = new StringBuilder();
        ruler.forEachRemaining(marks::append);
        same("1213121412131215121312141213121", marks.toString());
    }

    private static void yieldsToAnOuterOne() {
        Generator<String> outer = new Generator<>(out -> {
            Generator<Integer> inner = new Generator<>(in -> {
                in.yield(1);
                out.yield("of the inner body");
                pause();
                in.yield(2);
            });
            for (int each : inner) {
                out.yield("inner " + each);
            }
        });
        same("inner 1, of the inner body, inner 2", outer.stream().collect(Collectors.joining(", ")));
    }

    private static void yieldsOthersWhole() {
        Generator<Integer> all = new Generator<>(out -> {
            out.yieldAll(List.of(1, 2));
            out.yieldAll(upTo(0));
            out.yieldAll(new Generator<>(inner -> {
                inner.yieldAll(upTo(2));
                inner.yieldAll(List.of());
                inner.yield(9);
                inner.yieldAll(new Generator<>(innermost -> innermost.yieldAll(upTo(1))));
            }));
            out.yield(7);
        });
        same("1 2 1 2 9 1 7", all.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    /** What was found already stays the other one's where the body cannot be left: in a frame of the JDK's. */
    private static void keepsWhatWasFoundWhereItIsPinned() {
        Generator<Integer> begun = upTo(2);
        check(begun.hasNext());
        Generator<Integer> all = new Generator<>(out -> {
            Object yielding = new Object() {
                @Override
                public String toString() {
                    out.yieldAll(begun);
                    return "";
                }
            };
            try {
                check(String.valueOf(yielding).isEmpty());
            } catch (PinnedException e) {
                out.yieldAll(begun);
            }
        });
        same("1 2", all.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static void yieldsWhatIsLeftOfAnother() {
        Generator<Integer> begun = new Generator<>(out -> {
            out.yieldAll(upTo(3));
            out.yield(4);
        });
        same(1, begun.next());
        check(begun.hasNext());
        Generator<Integer> all = new Generator<>(out -> {
            out.yieldAll(begun);
            out.yieldAll(begun);
            out.yield(5);
        });
        same("2 3 4 5", all.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        check(!begun.hasNext());
    }

    private record Tree(Tree left, int value, Tree right) {
        static Tree of(int from, int to) {
            if (from > to) {
                return null;
            }
            int middle = (from + to) >>> 1;
            return new Tree(of(from, middle - 1), middle, of(middle + 1, to));
        }

        Generator<Integer> values() {
            return new Generator<>(out -> {
                if (left != null) {
                    out.yieldAll(left.values());
                }
                out.yield(value);
                if (right != null) {
                    out.yieldAll(right.values());
                }
            });
        }
    }

    private static void yieldsATree() {
        int expected = 0;
        for (int each : Tree.of(0, 200).values()) {
            same(expected++, each);
            if (each % 50 == 0) {
                Everywhere.suspendAll();
            }
        }
        same(201, expected);
    }

    private static Generator<Integer> deep(int depth, int[] steps) {
        return new Generator<>(out -> {
            steps[0]++;
            if (depth == 0) {
                for (int i = 0; i < DEPTH; i++) {
                    steps[0]++;
                    out.yield(i);
                }
            } else {
                out.yieldAll(deep(depth - 1, steps));
            }
            steps[0]++;
        });
    }

    /** Counts what runs: each level begins and ends once, whatever number of elements passes. */
    private static void yieldsDeepOnesAtTheSameCost() {
        int[] steps = new int[1];
        int seen = 0;
        for (int each : deep(DEPTH, steps)) {
            same(seen++, each);
            // nothing but the innermost has moved
            same(DEPTH + 1 + seen, steps[0]);
        }
        same(DEPTH, seen);
        same(2 * (DEPTH + 1) + DEPTH, steps[0]);
    }

    private static void passesExceptions() throws Throwable {
        Generator<Integer> failing = new Generator<>(out -> {
            out.yield(1);
            throw new IllegalArgumentException("of the body");
        });
        same(1, failing.next());
        same(
                "of the body",
                refused(IllegalArgumentException.class, failing::next).getMessage());
        check(!failing.hasNext());
        refused(NoSuchElementException.class, failing::next);
        Generator<Integer> checked = new Generator<>(out -> {
            throw new IOException("checked");
        });
        same(
                "checked",
                refused(UndeclaredThrowableException.class, checked::hasNext)
                        .getCause()
                        .getMessage());
    }

    private static void passesExceptionsOfOthersThrough() throws Throwable {
        List<String> events = new ArrayList<>();
        Generator<Integer> outer = new Generator<>(out -> {
            Generator<Integer> failing = new Generator<>(in -> {
                in.yield(1);
                pause();
                throw new IllegalArgumentException("of the inner");
            });
            try {
                out.yieldAll(failing);
            } catch (IllegalArgumentException e) {
                events.add(e.getMessage());
                check(!failing.hasNext());
            }
            out.yield(2);
            out.yieldAll(new Generator<>(in -> {
                throw new IllegalArgumentException("last");
            }));
        });
        same(1, outer.next());
        same(2, outer.next());
        same("last", refused(IllegalArgumentException.class, outer::next).getMessage());
        same(List.of("of the inner"), events);
    }

    private static void isClosedEarly() throws Throwable {
        List<String> events = new ArrayList<>();
        try (Generator<Integer> generator = new Generator<>(out -> {
            try {
                out.yield(1);
                events.add("not closed");
            } catch (Exception e) {
                events.add("taken for an exception");
            } finally {
                pause();
                events.add("finally");
            }
        })) {
            same(1, generator.next());
            check(events.isEmpty());
        }
        same(List.of("finally"), events);
        Generator<Integer> failing = new Generator<>(out -> {
            try {
                out.yield(1);
            } finally {
                events.add(String.valueOf(Integer.parseInt("not a number")));
            }
        });
        check(failing.hasNext());
        refused(NumberFormatException.class, failing::close);
        check(!failing.hasNext());
        failing.close();
    }

    private static void isClosedWithThoseThatItYields() {
        List<String> events = new ArrayList<>();
        Generator<Integer> outer = new Generator<>(out -> {
            try {
                out.yieldAll(new Generator<>(in -> {
                    try {
                        in.yieldAll(upTo(1));
                        in.yield(2);
                    } finally {
                        events.add("inner");
                    }
                }));
            } finally {
                events.add("outer");
            }
        });
        same(1, outer.next());
        outer.close();
        same(List.of("inner", "outer"), events);
        check(!outer.hasNext());
    }

    private static void isClosedWhenItHasNotBegun() {
        Generator<Integer> generator = new Generator<>(out -> {
            throw new AssertionError();
        });
        generator.close();
        generator.close();
        check(!generator.hasNext());
    }

    private static void mustNotYieldWhileItIsClosed() throws Throwable {
        Generator<Integer> generator = new Generator<>(out -> {
            try {
                out.yield(1);
            } finally {
                out.yield(2);
            }
        });
        same(1, generator.next());
        refused(IllegalStateException.class, generator::close);
        check(!generator.hasNext());
    }

    /** A finally block may go on behind what it has yielded whole, if that had no elements. */
    private static void isToldOnceThatItIsClosed() {
        List<String> events = new ArrayList<>();
        Generator<Integer> generator = new Generator<>(out -> {
            try {
                out.yield(1);
            } finally {
                out.yieldAll(upTo(0));
                out.yieldAll(List.of());
                events.add("all of it");
            }
        });
        same(1, generator.next());
        generator.close();
        same(List.of("all of it"), events);
        Generator<Integer> outer = new Generator<>(out -> {
            try {
                out.yieldAll(new Generator<>(in -> {
                    try {
                        in.yield(1);
                    } catch (Throwable t) {
                        events.add("not told on");
                    }
                }));
                events.add("not closed");
            } finally {
                out.yieldAll(upTo(0));
                events.add("outer");
            }
        });
        same(1, outer.next());
        outer.close();
        same(List.of("all of it", "not told on", "outer"), events);
    }

    private record Resource(String name) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            throw new IOException(name);
        }
    }

    private static void passesWhatResourcesThrow() throws Throwable {
        Generator<Integer> generator = new Generator<>(out -> {
            try (Resource last = new Resource("last");
                    Resource first = new Resource("first")) {
                out.yield(last.name().length() + first.name().length());
            }
        });
        same(9, generator.next());
        Throwable thrown =
                refused(UndeclaredThrowableException.class, generator::close).getCause();
        same("first", thrown.getMessage());
        same("last", thrown.getSuppressed()[0].getMessage());
        check(!generator.hasNext());
        generator.close();
    }

    /** What tells the outer one comes through the inner one's close, which must not take it for its own. */
    private static void isClosedWhileItClosesAnother() {
        List<String> events = new ArrayList<>();
        Generator<Integer> outer = new Generator<>(out -> {
            try {
                Generator<Integer> inner = new Generator<>(in -> {
                    try {
                        in.yield(1);
                    } finally {
                        out.yield(2);
                        events.add("not closed");
                    }
                });
                same(1, inner.next());
                inner.close();
                events.add("not closed");
            } finally {
                events.add("outer");
            }
        });
        same(2, outer.next());
        outer.close();
        same(List.of("outer"), events);
    }

    private static void refusesToBeAskedTwice() throws Throwable {
        List<Generator<Integer>> self = new ArrayList<>();
        List<Object> reasons = new ArrayList<>();
        self.add(new Generator<>(out -> {
            try {
                for (Everywhere.Body each : List.<Everywhere.Body>of(
                        () -> self.get(0).next(),
                        () -> self.get(0).hasNext(),
                        () -> self.get(0).close(),
                        () -> out.yieldAll(self.get(0)))) {
                    reasons.add(refused(NotResumableException.class, each).reason());
                }
            } catch (Throwable t) {
                reasons.add(t);
            }
            out.yield(1);
        }));
        same(1, self.get(0).next());
        NotResumableException.Reason running = NotResumableException.Reason.RUNNING;
        same(List.of(running, running, running, running), reasons);
        check(!self.get(0).hasNext());
        // one that is yielded whole belongs to who yields it
        Generator<Integer> inner = upTo(2);
        Generator<Integer> outer = new Generator<>(out -> out.yieldAll(inner));
        same(1, outer.next());
        refused(NotResumableException.class, inner::next);
        refused(NotResumableException.class, inner::close);
        refused(NotResumableException.class, () -> new Generator<Integer>(out -> out.yieldAll(inner)).next());
        same(2, outer.next());
        check(!outer.hasNext());
    }

    private static void refusesOtherThreadsWhileItRuns() throws Throwable {
        CountDownLatch isIn = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Generator<Integer> generator = new Generator<>(out -> {
            isIn.countDown();
            mayGoOn.await();
            out.yield(1);
            out.yield(2);
        });
        List<Object> seen = new ArrayList<>();
        Thread other = new Thread(() -> seen.add(generator.next()));
        other.start();
        isIn.await();
        refused(NotResumableException.class, generator::close);
        refused(NotResumableException.class, generator::next);
        mayGoOn.countDown();
        other.join();
        same(List.of(1), seen);
        same(2, generator.next());
        check(!generator.hasNext());
    }

    /** Threads that may not ask together do so: each element goes to one of them, and the others are refused. */
    private static void givesEachElementOnce() throws Throwable {
        Generator<Integer> numbers = new Generator<>(out -> {
            for (int i = 0; ; i++) {
                out.yield(i);
            }
        });
        List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < ASKED; j++) {
                    try {
                        taken.add(numbers.next());
                    } catch (NotResumableException e) {
                        Thread.onSpinWait();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        Collections.sort(taken, Comparator.nullsFirst(Comparator.naturalOrder()));
        for (int i = 0; i < taken.size(); i++) {
            same(i, taken.get(i));
        }
        same(taken.size(), numbers.next());
    }

    private static void nothing() {
        // what is called in place of the frames
    }

    /** Who asks was dropped together with the body: nobody will hear of it any more. */
    private static void hasEndedWhereItWasDropped() throws Throwable {
        ContinuationScope scope = new ContinuationScope("dropped");
        MethodHandle nothing =
                MethodHandles.lookup().findStatic(Generators.class, "nothing", MethodType.methodType(void.class));
        List<Generator<Integer>> all = new ArrayList<>();
        Continuation outer = new Continuation(scope, () -> {
            Generator<Integer> inner = new Generator<>(out -> {
                out.yield(1);
                Continuation.unwindAndInvoke(scope, nothing);
            });
            all.add(inner);
            Generator<Integer> whole = new Generator<>(out -> out.yieldAll(inner));
            all.add(whole);
            same(1, whole.next());
            whole.next();
        });
        check(outer.run());
        for (Generator<Integer> each : all) {
            same("Generator[ended]", each.toString());
            check(!each.hasNext());
            each.close();
            refused(NoSuchElementException.class, each::next);
        }
    }

    private static void yieldsInItsBodyOnly() throws Throwable {
        List<Generator.Output<Integer>> kept = new ArrayList<>();
        Generator<Integer> generator = new Generator<>(out -> {
            kept.add(out);
            out.yield(1);
        });
        same(1, generator.next());
        refused(NotInScopeException.class, () -> kept.get(0).yield(3));
        refused(NotInScopeException.class, () -> kept.get(0).yieldAll(upTo(1)));
        refused(NotInScopeException.class, () -> Generator.produce(3));
        check(!generator.hasNext());
        refused(NullPointerException.class, () -> new Generator<Integer>((Generator.Body<Integer>) null));
        refused(NullPointerException.class, () -> new Generator<Integer>((Generator.Action) null));
    }

    /** Its monitor cannot be left. */
    private static final ClassLoader LOADER = new ClassLoader() {};

    private static void isPinnedByAMonitor() {
        Generator<Object> generator = new Generator<>(out -> {
            try {
                synchronized (LOADER) {
                    refused(PinnedException.class, () -> out.yieldAll(upTo(1)));
                    out.yield(1);
                }
            } catch (PinnedException e) {
                out.yield(e.reason());
            } catch (Throwable t) {
                out.yield(t);
            }
        });
        same(PinnedException.Reason.MONITOR, generator.next());
        check(!generator.hasNext());
    }

    private static void doesNotGiveWhatWasRefused() {
        Generator<Object> generator = new Generator<>(out -> {
            for (int i = 0; i < 2; i++) {
                try {
                    synchronized (LOADER) {
                        out.yield("refused");
                    }
                } catch (PinnedException e) {
                    out.yieldAll(upTo(2));
                }
            }
            try {
                synchronized (LOADER) {
                    out.yield("refused");
                }
            } catch (PinnedException e) {
                pause();
            }
        });
        same(List.of(1, 2, 1, 2), generator.stream().collect(Collectors.toList()));
        check(!generator.hasNext());
    }

    private static void isGarbageAfterABreak() {
        WeakReference<Object> weak = broken();
        while (weak.get() != null) {
            System.gc();
        }
    }

    private static WeakReference<Object> broken() {
        Object kept = new Object();
        Generator<Object> endless = new Generator<>(out -> {
            for (; ; ) {
                out.yield(kept);
            }
        });
        for (Object each : endless) {
            check(each == kept);
            break;
        }
        return new WeakReference<>(endless);
    }
}

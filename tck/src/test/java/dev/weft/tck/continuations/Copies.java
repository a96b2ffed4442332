package dev.weft.tck.continuations;

import static dev.weft.tck.continuations.Everywhere.check;
import static dev.weft.tck.continuations.Everywhere.pause;
import static dev.weft.tck.continuations.Everywhere.refused;
import static dev.weft.tck.continuations.Everywhere.same;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import dev.weft.NotCloneableException;
import dev.weft.NotResumableException;
import dev.weft.ProcessorLocal;
import dev.weft.TypedContinuation;
import dev.weft.TypedScope;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Copies of suspended continuations: they go on independently; search and inference by them.
 *
 * <p>The class stays whole because it is a list: one case for each use of copies.
 */
public final class Copies {
    private static final ContinuationScope SCOPE = new ContinuationScope("copied");
    private static final ContinuationScope OUTER = new ContinuationScope("outer");
    private static final TypedScope<Integer, Integer> TYPED = new TypedScope<>("typed");

    private Copies() {}

    /** Says so when all is as it should be. */
    public static void main(String[] args) throws InterruptedException {
        Everywhere.run(Copies::goOnIndependently);
        Everywhere.run(Copies::beginIndependently);
        Everywhere.run(Copies::areCopiedAgain);
        Everywhere.run(Copies::haveTheirOwnValues);
        Everywhere.run(Copies::areMadeByConsumers);
        Everywhere.run(Copies::haveManyLocals);
        Everywhere.run(Copies::shareObjectsOrNot);
        Everywhere.run(Copies::shareWhatIsBeingMadeOrNot);
        Everywhere.run(Copies::refuseObjectsOfOtherClasses);
        Everywhere.run(Copies::keepHandlers);
        Everywhere.run(Copies::areRunByOtherThreads);
        Everywhere.run(Copies::areRefusedWhileItRuns);
        Everywhere.run(Copies::areRefusedWithOthersWithin);
        Everywhere.run(Copies::areRefusedWithAValueThatWasLent);
        Everywhere.run(Copies::areNotMadeByClone);
        Everywhere.run(Copies::placeQueens);
        Everywhere.run(Copies::solveACryptarithm);
        Everywhere.run(Copies::inferProbabilities);
        System.out.println("copies");
    }

    private static int count(int from, int to, List<String> events, String name) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += i;
            events.add(name + i);
            pause();
            Continuation.suspend(SCOPE);
        }
        return sum;
    }

    private static void goOnIndependently() throws Throwable {
        List<String> events = new ArrayList<>();
        Continuation original = new Continuation(SCOPE, () -> events.add("sum " + count(0, 4, events, "i")));
        original.run();
        original.run();
        Continuation copy = original.copy();
        events.clear();
        check(!copy.run());
        check(!copy.run());
        check(copy.run());
        same(List.of("i2", "i3", "sum 6"), events);
        check(!original.isDone());
        Everywhere.suspendAll();
        events.clear();
        check(!original.run());
        Continuation second = original.copy();
        check(!original.run());
        check(original.run());
        check(!second.run());
        check(second.run());
        same(List.of("i2", "i3", "sum 6", "i3", "sum 6"), events);
        refused(NotResumableException.class, copy::run);
    }

    private static void beginIndependently() {
        int[] begun = new int[1];
        Continuation original = new Continuation(SCOPE, () -> begun[0]++);
        Continuation copy = original.copy();
        check(copy.run());
        check(original.run());
        same(2, begun[0]);
    }

    private static void areCopiedAgain() {
        List<String> events = new ArrayList<>();
        Continuation at = new Continuation(SCOPE, () -> count(0, 3, events, ""));
        List<Continuation> all = new ArrayList<>();
        do {
            at = at.copy();
            all.add(at.copy());
        } while (!at.run());
        events.clear();
        for (Continuation each : all) {
            while (!each.run()) {
                pause();
            }
            events.add("|");
        }
        same("012|12|2||", String.join("", events));
    }

    private static void haveTheirOwnValues() {
        TypedContinuation<Integer, Integer> original = new TypedContinuation<>(TYPED, first -> {
            int sum = first;
            while (sum < 100) {
                pause();
                sum += TypedContinuation.suspend(TYPED, sum);
            }
            return -sum;
        });
        same(1, original.run(1));
        same(3, original.run(2));
        @SuppressWarnings("unchecked")
        TypedContinuation<Integer, Integer> copy = (TypedContinuation<Integer, Integer>) original.copy();
        same(13, copy.run(10));
        same(8, original.run(5));
        same(-108, original.run(100));
        check(original.isDone() && !copy.isDone());
        same(-113, copy.run(100));
    }

    private static void areMadeByConsumers() {
        List<TypedContinuation<Integer, Integer>> copies = new ArrayList<>();
        TypedContinuation<Integer, Integer> original = new TypedContinuation<>(TYPED, first -> {
            Continuation.suspend(TYPED, suspended -> copies.add(typed(suspended.copy())));
            return first + TypedContinuation.suspend(TYPED, first);
        });
        same(null, original.run(1));
        same(1, original.run(2));
        same(1, copies.get(0).run(3));
        same(5, copies.get(0).run(4));
        same(6, original.run(5));
        check(original.isDone() && copies.get(0).isDone());
    }

    @SuppressWarnings("unchecked")
    private static TypedContinuation<Integer, Integer> typed(Continuation copy) {
        return (TypedContinuation<Integer, Integer>) copy;
    }

    private static long many(Object seed) {
        Object a = seed;
        Object b = new Object();
        Object c = a.toString();
        Object d = List.of(a);
        Object e = c + "e";
        Object f = new int[] {1, 2};
        Object g = "g";
        Object h = 'h';
        Object i = 1.5;
        long j = 1L << 40;
        double k = 2.5;
        float l = 3.5f;
        int m = a.hashCode();
        long n = j + m;
        short o = 7;
        Continuation.suspend(SCOPE);
        check(b != a && c.equals(a.toString()) && ((List<?>) d).get(0) == a && e.equals(c + "e"));
        check(((int[]) f)[1] == 2 && g.equals("g") && h.equals('h') && i.equals(1.5));
        return j + (long) k + (long) l + m + n + o;
    }

    private static void haveManyLocals() {
        List<Long> results = new ArrayList<>();
        Continuation original = new Continuation(SCOPE, () -> results.add(many("seed")));
        original.run();
        Continuation copy = original.copy(value -> value);
        check(copy.run());
        check(original.run());
        same(2, results.size());
        same(results.get(0), results.get(1));
    }

    private static void append(List<Object> list, List<Object> again) {
        list.add(1);
        Continuation.suspend(SCOPE);
        list.add(2);
        check(list == again);
    }

    private static void shareObjectsOrNot() {
        List<Object> list = new ArrayList<>();
        Continuation original = new Continuation(SCOPE, () -> append(list, list));
        original.run();
        Continuation deep = original.copy(value -> value == list ? new ArrayList<>(list) : value);
        Continuation shallow = original.copy();
        check(deep.run());
        same(List.of(1), list);
        check(shallow.run());
        same(List.of(1, 2), list);
        check(original.run());
        same(List.of(1, 2, 2), list);
    }

    /** Suspends while it is made. */
    private static final class Made {
        int ends;

        Made() {
            Continuation.suspend(SCOPE);
            ends++;
        }

        Made(int ends) {
            this.ends = ends;
        }
    }

    private static int length(String text, Map<Integer, Integer> heirs) {
        Continuation.suspend(SCOPE);
        return text.length() + heirs.size();
    }

    private static void refuseObjectsOfOtherClasses() throws Throwable {
        List<Integer> lengths = new ArrayList<>();
        Continuation original = new Continuation(SCOPE, () -> lengths.add(length("text", new HashMap<>())));
        original.run();
        for (Object other : List.of(1, new Object(), new char[5], List.of())) {
            refused(ClassCastException.class, () -> original.copy(value -> value instanceof String ? other : value));
        }
        check(original.copy(value -> value instanceof String ? "longer" : value).run());
        check(original.copy(value -> value instanceof HashMap ? new LinkedHashMap<>(Map.of(7, 8)) : value)
                .run());
        check(original.run());
        same(List.of(6, 5, 4), lengths);
    }

    private static void shareWhatIsBeingMadeOrNot() throws Throwable {
        Supplier<Made> byReference = Made::new;
        Constructor<Made> constructor = Made.class.getDeclaredConstructor();
        for (Callable<Made> way : List.<Callable<Made>>of(byReference::get, constructor::newInstance, Made::new)) {
            List<Made> all = new ArrayList<>();
            Continuation original = new Continuation(SCOPE, () -> {
                try {
                    all.add(way.call());
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            original.run();
            Continuation sharing = original.copy();
            Continuation copying = original.copy(each -> each instanceof Made ? new Made(10) : each);
            check(original.run());
            check(sharing.run());
            check(copying.run());
            check(all.get(0) == all.get(1));
            same(2, all.get(0).ends);
            same(11, all.get(2).ends);
        }
    }

    private static void keepHandlers() throws Throwable {
        List<String> events = new ArrayList<>();
        Continuation original = new Continuation(SCOPE, () -> {
            int state = 1;
            try {
                Continuation.suspend(SCOPE);
                state = 2;
                Continuation.suspend(SCOPE);
                throw new IllegalArgumentException("thrown");
            } finally {
                events.add("finally " + state);
            }
        });
        original.run();
        original.run();
        Continuation copy = original.copy();
        refused(IllegalArgumentException.class, original::run);
        refused(IllegalArgumentException.class, copy::run);
        same(List.of("finally 2", "finally 2"), events);
    }

    private static void areRunByOtherThreads() throws Throwable {
        List<String> events = java.util.Collections.synchronizedList(new ArrayList<>());
        Continuation original = new Continuation(SCOPE, () -> count(0, 20, events, ""));
        original.run();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Continuation copy = original.copy();
            threads.add(new Thread(() -> {
                while (!copy.run()) {
                    pause();
                }
            }));
        }
        for (Thread each : threads) {
            each.start();
        }
        // copied and run at the same time
        while (!original.run()) {
            original.copy().run();
        }
        for (Thread each : threads) {
            each.join();
        }
        same(1 + 5 * 19 + 18, events.size());
    }

    private static void areRefusedWhileItRuns() throws Throwable {
        List<Object> reasons = new ArrayList<>();
        Continuation[] self = new Continuation[1];
        self[0] = new Continuation(SCOPE, () -> {
            synchronized (Copies.class) {
                try {
                    reasons.add(
                            refused(NotCloneableException.class, self[0]::copy).reason());
                } catch (Throwable t) {
                    reasons.add(t);
                }
            }
        });
        self[0].run();
        reasons.add(refused(NotCloneableException.class, self[0]::copy).reason());
        same(List.of(NotCloneableException.Reason.RUNNING, NotCloneableException.Reason.DONE), reasons);
        CountDownLatch isIn = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Continuation busy = new Continuation(SCOPE, () -> {
            isIn.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread other = new Thread(busy::run);
        other.start();
        isIn.await();
        same(
                NotCloneableException.Reason.RUNNING,
                refused(NotCloneableException.class, busy::copy).reason());
        mayEnd.countDown();
        other.join();
    }

    private static void areRefusedWithOthersWithin() throws Throwable {
        Continuation outer = new Continuation(OUTER, () -> {
            Continuation inner = new Continuation(SCOPE, () -> Continuation.suspend(OUTER));
            check(inner.run());
            Continuation.suspend(OUTER);
        });
        outer.run();
        same(
                NotCloneableException.Reason.NESTED,
                refused(NotCloneableException.class, outer::copy).reason());
        check(!outer.run());
        Continuation copy = outer.copy();
        check(copy.run());
        check(outer.run());
    }

    /** Else two would have one value at once, and each would give it back. */
    private static void areRefusedWithAValueThatWasLent() throws Throwable {
        ProcessorLocal<int[]> buffers = ProcessorLocal.withInitial(() -> new int[1]);
        Continuation borrower = new Continuation(SCOPE, () -> {
            buffers.withValue(buffer -> {
                buffer[0]++;
                Continuation.suspend(SCOPE);
                return buffer;
            });
            Continuation.suspend(SCOPE);
        });
        check(!borrower.run());
        same(
                NotCloneableException.Reason.LENT,
                refused(NotCloneableException.class, borrower::copy).reason());
        check(!borrower.run());
        Continuation copy = borrower.copy();
        check(copy.run());
        check(borrower.run());
        List<Integer> uses = new ArrayList<>();
        buffers.forEach(buffer -> uses.add(buffer[0]));
        same(List.of(1), uses);
    }

    private static final class Heir extends Continuation {
        Heir() {
            super(SCOPE, () -> {});
        }

        Object cloned() throws CloneNotSupportedException {
            return clone();
        }
    }

    private static void areNotMadeByClone() throws Throwable {
        refused(CloneNotSupportedException.class, () -> new Heir().cloned());
    }

    // ------------------------------------------------------------------------------------------- search

    /** Goes on with each of some numbers in turn. */
    private static final class Search extends Continuation {
        private int options;
        private int chosen;
        private double weight = 1;
        private double share;

        Search(Runnable body) {
            super(SCOPE, body);
        }

        /** One of the numbers from 0 on; or of none, and the search is over here. */
        static int amb(int options) {
            return ((Search) suspend(SCOPE, self -> ((Search) self).options = options)).chosen;
        }

        static boolean flip(double probability) {
            return ((Search) suspend(SCOPE, self -> {
                                ((Search) self).options = 2;
                                ((Search) self).share = probability;
                            }))
                            .chosen
                    == 1;
        }

        static Search current() {
            return (Search) current(SCOPE);
        }

        /** All ways to the end. */
        void all() {
            if (run()) {
                return;
            }
            for (int i = 0; i < options; i++) {
                Search way = (Search) copy();
                way.chosen = i;
                way.weight *= i == 1 ? share : 1 - share;
                way.all();
            }
        }
    }

    private static void placeQueens() {
        int[] solutions = new int[1];
        new Search(() -> {
                    int columns = 0;
                    int rising = 0;
                    int falling = 0;
                    for (int row = 0; row < 8; row++) {
                        int column = Search.amb(8);
                        int up = 1 << row + column;
                        int down = 1 << row - column + 8;
                        if ((columns & 1 << column) != 0 || (rising & up) != 0 || (falling & down) != 0) {
                            Search.amb(0);
                        }
                        columns |= 1 << column;
                        rising |= up;
                        falling |= down;
                    }
                    solutions[0]++;
                })
                .all();
        same(92, solutions[0]);
    }

    private static int digit(int used) {
        int digit = Search.amb(10);
        if ((used & 1 << digit) != 0) {
            Search.amb(0);
        }
        return digit;
    }

    private static void require(boolean condition) {
        if (!condition) {
            Search.amb(0);
        }
    }

    /** TO + GO = OUT: digits that differ, no leading zeros. */
    private static void solveACryptarithm() {
        List<String> solutions = new ArrayList<>();
        new Search(() -> {
                    int o = digit(0);
                    require(o != 0);
                    int t = digit(1 << o);
                    require(t != 0 && 2 * o % 10 == t);
                    int g = digit(1 << o | 1 << t);
                    require(g != 0);
                    int u = digit(1 << o | 1 << t | 1 << g);
                    require(10 * t + o + 10 * g + o == 100 * o + 10 * u + t);
                    solutions.add("" + t + o + "+" + g + o + "=" + o + u + t);
                })
                .all();
        same(List.of("21+81=102"), solutions);
    }

    /** The grass is wet: has it rained? The known answer of the textbook's network. */
    private static void inferProbabilities() {
        Map<Boolean, Double> weights = new HashMap<>();
        new Search(() -> {
                    boolean rain = Search.flip(0.2);
                    boolean sprinkler = Search.flip(rain ? 0.01 : 0.4);
                    boolean wet = Search.flip(rain ? sprinkler ? 0.99 : 0.8 : sprinkler ? 0.9 : 0.0);
                    if (wet) {
                        weights.merge(rain, Search.current().weight, Double::sum);
                    }
                })
                .all();
        double rained = weights.get(true) / (weights.get(true) + weights.get(false));
        check(Math.abs(rained - 0.3577) < 0.0001);
    }
}

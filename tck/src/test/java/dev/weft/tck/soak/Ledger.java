package dev.weft.tck.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What came in must go out: pairs of sums that are equal when nobody is left. */
final class Ledger {
    private static final class Pair {
        final LongAdder in = new LongAdder();
        final LongAdder out = new LongAdder();
    }

    private final Map<String, Pair> pairs = new ConcurrentHashMap<>();
    private final Map<String, Integer> wrong = new ConcurrentHashMap<>();

    private Pair pair(String what) {
        return pairs.computeIfAbsent(what, key -> new Pair());
    }

    /** So many more came in: bytes sent, threads started, exceptions thrown. */
    void in(String what, long count) {
        pair(what).in.add(count);
    }

    /** So many more went out: bytes received, threads ended, exceptions caught. */
    void out(String what, long count) {
        pair(what).out.add(count);
    }

    /** Notes what must not be, unless it is right. */
    void check(boolean isRight, String what) {
        if (!isRight) {
            wrong.merge(what, 1, Integer::sum);
        }
    }

    /** What does not balance, or was found wrong; each is told once. */
    List<String> unbalanced() {
        List<String> found = new ArrayList<>();
        pairs.forEach((what, pair) -> {
            if (pair.in.sum() != pair.out.sum()) {
                found.add(what + ": " + pair.in + " in, " + pair.out + " out");
                pair.in.reset();
                pair.out.reset();
            }
        });
        wrong.forEach((what, count) -> found.add(what + ": " + count + " times"));
        wrong.clear();
        return found;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        new java.util.TreeMap<>(pairs).forEach((what, pair) -> text.append(text.length() == 0 ? "" : ", ")
                .append(what)
                .append(' ')
                .append(pair.out));
        return text.toString();
    }
}

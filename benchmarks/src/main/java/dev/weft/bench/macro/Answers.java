package dev.weft.bench.macro;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** The result of each kind of unit, which must be the same whenever and wherever it is computed. */
final class Answers {
    private final AtomicReferenceArray<Long> known;

    Answers(int kinds) {
        known = new AtomicReferenceArray<>(kinds);
    }

    /** Notes a result, or fails if the same kind had another one before. */
    void add(int kind, long result) {
        Long before = known.get(kind);
        if (before == null && known.compareAndSet(kind, null, result)) {
            return;
        }
        long first = known.get(kind);
        if (first != result) {
            throw new WrongAnswer("unit of kind " + kind + " had the result " + first + " before, and now " + result);
        }
    }

    boolean has(int kind) {
        return known.get(kind) != null;
    }

    /** A sum of all kinds' results, each of which must be there. */
    long sum() {
        long sum = 17;
        for (int kind = 0; kind < known.length(); kind++) {
            sum = sum * 31 + known.get(kind);
        }
        return sum;
    }
}

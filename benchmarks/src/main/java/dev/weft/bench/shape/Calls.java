package dev.weft.bench.shape;

import java.util.function.IntUnaryOperator;

/** Calls through interfaces: default methods, lambdas, and a chain of decorators. */
final class Calls {
    private static final int ROUNDS = 100_000;

    private Calls() {}

    private interface Step {
        int apply(int value);

        default Step then(Step next) {
            return value -> next.apply(apply(value));
        }

        default int twice(int value) {
            return apply(apply(value));
        }
    }

    private static final class Add implements Step {
        private final int amount;

        private Add(int amount) {
            this.amount = amount;
        }

        @Override
        public int apply(int value) {
            return value + amount;
        }
    }

    private static final class Xor implements Step {
        @Override
        public int apply(int value) {
            return value ^ 0x55;
        }
    }

    static long run() {
        Step chain = new Add(3).then(new Xor()).then(value -> value * 31).then(new Add(-7));
        IntUnaryOperator[] operators = {value -> value + 1, value -> value >> 1, value -> value * 3, Integer::reverse};
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += chain.twice(i) + operators[i & 3].applyAsInt(i);
        }
        return sum;
    }
}

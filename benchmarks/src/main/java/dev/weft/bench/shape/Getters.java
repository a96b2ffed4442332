package dev.weft.bench.shape;

/** Megamorphic getters: what a call costs that the compiler cannot inline. */
final class Getters {
    private static final int ROUNDS = 200_000;

    private Getters() {}

    private interface Valued {
        int value();
    }

    private record One(int value) implements Valued {}

    private record Two(int value) implements Valued {}

    private record Three(int value) implements Valued {}

    private record Sum(int left, int right) implements Valued {
        @Override
        public int value() {
            return left + right;
        }
    }

    private static final class Field implements Valued {
        private final int value;

        private Field(int value) {
            this.value = value;
        }

        @Override
        public int value() {
            return value;
        }
    }

    static long run() {
        Valued[] all = {new One(1), new Two(2), new Three(3), new Sum(2, 2), new Field(5)};
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            for (Valued valued : all) {
                sum += valued.value();
            }
        }
        return sum;
    }
}

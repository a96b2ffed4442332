package dev.weft.bench.shape;

/** Exceptions without a stack trace, thrown through frames with a {@code finally}. */
final class Exceptions {
    private static final int ROUNDS = 10_000;

    private Exceptions() {}

    private static final class Signal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Signal() {
            super(null, null, false, false);
        }
    }

    private static int left;

    private static void dive(int depth, Signal signal) {
        if (depth == 0) {
            throw signal;
        }
        try {
            dive(depth - 1, signal);
        } finally {
            left += depth;
        }
    }

    static long run() {
        left = 0;
        Signal signal = new Signal();
        int caught = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                dive(10, signal);
            } catch (Signal s) {
                caught++;
            }
        }
        return left + caught;
    }
}

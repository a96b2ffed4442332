package dev.weft.bench.shape;

/** Calls that the compiler inlines only to a small depth. */
final class Recursion {
    private Recursion() {}

    private record Tree(Tree left, Tree right) {
        private int count() {
            return left == null ? 1 : left.count() + right.count() + 1;
        }
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private static Tree grow(int depth) {
        return depth == 0 ? new Tree(null, null) : new Tree(grow(depth - 1), grow(depth - 1));
    }

    static long run() {
        long sum = fibonacci(27);
        for (int i = 0; i < 8; i++) {
            sum += grow(13).count();
        }
        return sum;
    }
}

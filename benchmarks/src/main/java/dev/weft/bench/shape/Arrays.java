package dev.weft.bench.shape;

/** Loops over arrays: a sieve, and the product of two matrices. */
final class Arrays {
    private static final int PRIMES = 200_000;
    private static final int SIDE = 96;

    private Arrays() {}

    static long run() {
        return sieve() + product();
    }

    private static long sieve() {
        boolean[] crossed = new boolean[PRIMES];
        long sum = 0;
        for (int i = 2; i < PRIMES; i++) {
            if (!crossed[i]) {
                sum += i;
                for (int j = 2 * i; j < PRIMES; j += i) {
                    crossed[j] = true;
                }
            }
        }
        return sum;
    }

    private static long product() {
        double[][] left = new double[SIDE][SIDE];
        double[][] right = new double[SIDE][SIDE];
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                left[i][j] = i - j;
                right[i][j] = i + 2 * j;
            }
        }
        double trace = 0;
        for (int i = 0; i < SIDE; i++) {
            for (int j = 0; j < SIDE; j++) {
                double sum = 0;
                for (int k = 0; k < SIDE; k++) {
                    sum += left[i][k] * right[k][j];
                }
                trace += sum * (i == j ? 2 : 1);
            }
        }
        return (long) trace;
    }
}

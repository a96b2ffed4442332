package dev.weft.bench.shape;

/** Arithmetic of doubles in nested loops, without a call. */
final class Mandelbrot {
    private static final int SIDE = 120;
    private static final int LIMIT = 200;

    private Mandelbrot() {}

    static long run() {
        long inside = 0;
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++) {
                double cx = 3.0 * column / SIDE - 2;
                double cy = 2.0 * row / SIDE - 1;
                double x = 0;
                double y = 0;
                int steps = 0;
                while (x * x + y * y < 4 && steps < LIMIT) {
                    double next = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = next;
                    steps++;
                }
                inside += steps;
            }
        }
        return inside;
    }
}

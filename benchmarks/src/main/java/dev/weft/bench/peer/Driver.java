package dev.weft.bench.peer;

/**
 * The harness that all runtimes share, whatever their language: {@code shape size operations warmups iterations} on the
 * command line, one line of output for each measured iteration, its nanoseconds per operation. An iteration has a fixed
 * number of operations, which the shape must have counted itself. The peers in other languages repeat these few lines.
 */
public final class Driver {
    /** Beyond this size a shape is preceded by ones of this size. */
    private static final int SMALL = 1_000;

    private static final int SMALL_ONES = 10;

    private Driver() {}

    /** Runs what the arguments say, and exits: 0 if all was counted, 2 if there is no such shape. */
    public static void main(String[] args, Shape.Factory factory) throws Exception {
        int size = Integer.parseInt(args[1]);
        int operations = Integer.parseInt(args[2]);
        int warmups = Integer.parseInt(args[3]);
        int iterations = Integer.parseInt(args[4]);
        if (size > SMALL) {
            warmUp(factory, args[0], operations);
        }
        Shape shape = factory.open(args[0], size);
        if (shape == null) {
            System.err.println("no shape " + args[0] + " here");
            System.exit(2);
        }
        try (shape) {
            for (int i = -warmups; i < iterations; i++) {
                double nanos = time(shape, operations);
                if (i >= 0) {
                    System.out.println(nanos);
                }
            }
        }
        System.out.flush();
        // some peers leave threads behind that would keep the process alive
        System.exit(0);
    }

    /** Those that park for ever in a frame that was interpreted when they entered it would stay interpreted. */
    private static void warmUp(Shape.Factory factory, String name, int operations) throws Exception {
        for (int i = 0; i < SMALL_ONES; i++) {
            try (Shape small = factory.open(name, SMALL)) {
                if (small != null) {
                    time(small, Math.max(1, operations / SMALL_ONES));
                }
            }
        }
    }

    static double time(Shape shape, int operations) throws Exception {
        long start = System.nanoTime();
        long counted = shape.run(operations);
        long nanos = System.nanoTime() - start;
        if (counted != operations) {
            throw new IllegalStateException(counted + " operations of " + operations + " were seen");
        }
        return (double) nanos / operations;
    }
}

package dev.weft.tck.programs;

import java.io.IOException;

/**
 * The main thread and a fiber compute, each at the end of as many frames as the argument says, until standard input
 * ends.
 */
public final class DeepStacks {
    private static volatile long sink;

    private DeepStacks() {}

    /** See the class. */
    public static void main(String[] args) {
        int depth = Integer.parseInt(args[0]);
        Thread fiber = new Thread(() -> ofFiber(depth));
        fiber.setDaemon(true);
        fiber.start();
        Thread reader = new Thread(DeepStacks::untilTheEnd);
        reader.setDaemon(true);
        reader.start();
        ofMain(depth);
    }

    private static void untilTheEnd() {
        try {
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // there is nothing to say
            }
            System.exit(0);
        } catch (IOException e) {
            System.exit(1);
        }
    }

    private static void ofMain(int depth) {
        if (depth > 0) {
            ofMain(depth - 1);
        } else {
            compute();
        }
    }

    private static void ofFiber(int depth) {
        if (depth > 0) {
            ofFiber(depth - 1);
        } else {
            compute();
        }
    }

    private static void compute() {
        for (long i = 0; ; i++) {
            sink = i;
        }
    }
}

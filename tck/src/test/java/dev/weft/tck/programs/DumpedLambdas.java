package dev.weft.tck.programs;

import java.util.function.IntUnaryOperator;

/** Calls three lambdas in a thread. The JDK may be told to write their classes to files. */
public final class DumpedLambdas {
    private DumpedLambdas() {}

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(DumpedLambdas::callThem);
        thread.start();
        thread.join();
    }

    private static void callThem() {
        IntUnaryOperator twice = number -> 2 * number;
        IntUnaryOperator next = number -> number + 1;
        System.out.println(twice.andThen(next).applyAsInt(20));
    }
}

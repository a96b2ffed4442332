package dev.weft.tck.continuations;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;

/** Keeps many copies of a continuation of three frames; the argument is their number. */
public final class ManyCopies {
    private static final ContinuationScope SCOPE = new ContinuationScope("copied");

    private static long ended;

    private ManyCopies() {}

    /** Says how many have ended. */
    public static void main(String[] args) {
        int number = Integer.parseInt(args[0]);
        Continuation original = new Continuation(SCOPE, () -> first("one"));
        original.run();
        Continuation[] copies = new Continuation[number];
        for (int i = 0; i < number; i++) {
            copies[i] = original.copy();
        }
        for (Continuation each : copies) {
            each.run();
        }
        System.out.println(ended + " copies");
    }

    private static void first(String value) {
        if (second(value, 1) == 3 && value.equals("one")) {
            ended++;
        }
    }

    private static int second(String value, int number) {
        Continuation.suspend(SCOPE);
        return value.length() * number;
    }
}

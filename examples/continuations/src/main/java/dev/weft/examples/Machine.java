package dev.weft.examples;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A state machine whose states call one another: 10,000,000 calls deep, on no stack. */
public final class Machine {
    private static final ContinuationScope SCOPE = new ContinuationScope("machine");
    private static final MethodHandle LEFT = state("left");
    private static final MethodHandle RIGHT = state("right");

    private Machine() {}

    private static MethodHandle state(String name) {
        try {
            return MethodHandles.lookup().findStatic(Machine.class, name, MethodType.methodType(void.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static void left(int steps) {
        if (steps == 0) {
            System.out.println("left");
        } else {
            Continuation.unwindAndInvoke(SCOPE, RIGHT, steps - 1);
        }
    }

    private static void right(int steps) {
        if (steps == 0) {
            System.out.println("right");
        } else {
            Continuation.unwindAndInvoke(SCOPE, LEFT, steps - 1);
        }
    }

    /** Tells where it ends. */
    public static void main(String[] args) {
        new Continuation(SCOPE, () -> left(10_000_001)).run();
    }
}

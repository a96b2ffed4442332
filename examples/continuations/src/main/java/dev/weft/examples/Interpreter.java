package dev.weft.examples;

import dev.weft.Continuation;
import dev.weft.ContinuationScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** An interpreter whose instructions call the next one: it has no loop, and its stack does not grow. */
public final class Interpreter {
    private static final ContinuationScope SCOPE = new ContinuationScope("interpreter");
    private static final MethodHandle ADD = instruction("add");
    private static final MethodHandle DECREMENT = instruction("decrement");
    private static final MethodHandle BACK = instruction("back");
    private static final MethodHandle HALT = instruction("halt");

    /** Adds the counter to the sum, as long as it is not 0. */
    private static final MethodHandle[] PROGRAM = {ADD, DECREMENT, BACK, HALT};

    private int at;
    private long counter;
    private long sum;

    private Interpreter(long counter) {
        this.counter = counter;
    }

    private static MethodHandle instruction(String name) {
        try {
            return MethodHandles.lookup().findVirtual(Interpreter.class, name, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void add() {
        sum += counter;
        next();
    }

    private void decrement() {
        counter--;
        next();
    }

    private void back() {
        if (counter > 0) {
            at = -1;
        }
        next();
    }

    private void halt() {
        System.out.println(sum);
    }

    /** Does not return. */
    private void next() {
        Continuation.unwindAndInvoke(SCOPE, PROGRAM[++at], this);
    }

    /** The sum of the numbers up to a million. */
    public static void main(String[] args) {
        Interpreter interpreter = new Interpreter(1_000_000);
        new Continuation(SCOPE, interpreter::add).run();
    }
}

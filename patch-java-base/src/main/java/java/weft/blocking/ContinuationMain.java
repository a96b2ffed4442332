package java.weft.blocking;

import java.util.function.Consumer;

/** The outermost methods of every continuation, and of what it passes on. Woven, as everything in this package is. */
public final class ContinuationMain {
    private ContinuationMain() {}

    /** Runs the target. */
    public static void run(Runnable target) {
        target.run();
    }

    /** Passes a suspended continuation on, on the stack of who has run it. */
    public static void pass(Consumer<Object> consumer, Object continuation) {
        consumer.accept(continuation);
    }
}

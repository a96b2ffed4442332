package jdk.internal.weft.continuation;

import java.util.function.Consumer;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;

/**
 * What the caller of {@code run} does first once a continuation is suspended: a call that may itself suspend. Made
 * before the unwinding begins, so that it needs no memory; it is the frame of that call, too.
 */
final class HandoffFrame extends RuntimeFrame {
    private final Consumer<Object> consumer;
    private final Object continuation;
    private boolean hasBegun;

    HandoffFrame(Consumer<Object> consumer, Object continuation) {
        this.consumer = consumer;
        this.continuation = continuation;
    }

    /** Calls it where {@code run} returns. */
    void pass(CarrierContext c, boolean isPlain) {
        if (isPlain) {
            consumer.accept(continuation);
        } else {
            begin(c);
        }
    }

    private void begin(CarrierContext c) {
        hasBegun = true;
        ContinuationEntry.pass(consumer, continuation, c);
        if (c.isUnwinding()) {
            c.push(this);
        }
    }

    @Override
    public void resume(CarrierContext c) throws Throwable {
        if (!hasBegun) {
            begin(c);
        } else {
            c.rethrow();
        }
        // what run returns: the continuation has not ended
        c.retI = 0;
    }
}

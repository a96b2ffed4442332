package java.weft;

import java.util.function.UnaryOperator;

/** The frame of a forwarder to a constructor: it returns the object when the constructor has returned. */
public final class MadeFrame extends RuntimeFrame {
    private Object made;

    private MadeFrame(Object made) {
        this.made = made;
    }

    /** With the object, whose constructor has suspended. Waits for memory if there is none. */
    public static MadeFrame make(CarrierContext context, Object made) {
        for (; ; ) {
            try {
                return new MadeFrame(made);
            } catch (OutOfMemoryError e) {
                Reserve.spend(context, e, null);
            }
        }
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        context.rethrow();
        context.retA = made;
    }

    @Override
    public void replace(UnaryOperator<Object> function) {
        made = function.apply(made);
    }
}

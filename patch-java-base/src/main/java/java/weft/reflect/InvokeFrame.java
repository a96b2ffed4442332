package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.weft.CarrierContext;
import java.weft.Reserve;
import java.weft.Results;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Method.invoke}: boxes the result, or wraps the exception. */
final class InvokeFrame extends RuntimeFrame {
    private final Class<?> type;

    private InvokeFrame(Class<?> type) {
        this.type = type;
    }

    /** Makes one, and waits for memory if there is none. */
    static InvokeFrame make(CarrierContext context, Class<?> type) {
        for (; ; ) {
            try {
                return new InvokeFrame(type);
            } catch (OutOfMemoryError e) {
                Reserve.spend(context, e, null);
            }
        }
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        Throwable t = context.exc;
        if (t != null) {
            context.exc = null;
            throw new InvocationTargetException(t);
        }
        context.retA = Results.take(type, context);
    }
}

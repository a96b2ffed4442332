package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.util.function.UnaryOperator;
import java.weft.CarrierContext;
import java.weft.Reserve;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Constructor.newInstance}: returns the object, or wraps the exception. */
final class NewInstanceFrame extends RuntimeFrame {
    private Object made;

    private NewInstanceFrame(Object made) {
        this.made = made;
    }

    /** Makes one, and waits for memory if there is none. */
    static NewInstanceFrame make(CarrierContext context, Object made) {
        for (; ; ) {
            try {
                return new NewInstanceFrame(made);
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
        context.retA = made;
    }

    @Override
    public void replace(UnaryOperator<Object> function) {
        made = function.apply(made);
    }
}

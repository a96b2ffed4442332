package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Method.invoke}: boxes the result, or wraps the exception. */
final class InvokeFrame extends RuntimeFrame {
    private final Class<?> type;

    InvokeFrame(Class<?> type) {
        this.type = type;
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        Throwable t = context.exc;
        if (t != null) {
            context.exc = null;
            throw new InvocationTargetException(t);
        }
        if (type == int.class) {
            context.retA = context.retI;
        } else if (type == boolean.class) {
            context.retA = context.retI != 0;
        } else if (type == char.class) {
            context.retA = (char) context.retI;
        } else if (type == byte.class) {
            context.retA = (byte) context.retI;
        } else if (type == short.class) {
            context.retA = (short) context.retI;
        } else if (type == long.class) {
            context.retA = context.retJ;
        } else if (type == float.class) {
            context.retA = context.retF;
        } else if (type == double.class) {
            context.retA = context.retD;
        } else if (type == void.class) {
            context.retA = null;
        }
    }
}

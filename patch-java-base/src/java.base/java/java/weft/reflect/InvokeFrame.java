package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.weft.Cont;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Method.invoke}: boxes the result, or wraps the exception. */
final class InvokeFrame extends RuntimeFrame {
    private final Class<?> type;

    InvokeFrame(Class<?> type) {
        this.type = type;
    }

    @Override
    public void resume(Cont cont) throws Throwable {
        Throwable t = cont.exc;
        if (t != null) {
            cont.exc = null;
            throw new InvocationTargetException(t);
        }
        if (type == int.class) {
            cont.retA = cont.retI;
        } else if (type == boolean.class) {
            cont.retA = cont.retI != 0;
        } else if (type == char.class) {
            cont.retA = (char) cont.retI;
        } else if (type == byte.class) {
            cont.retA = (byte) cont.retI;
        } else if (type == short.class) {
            cont.retA = (short) cont.retI;
        } else if (type == long.class) {
            cont.retA = cont.retJ;
        } else if (type == float.class) {
            cont.retA = cont.retF;
        } else if (type == double.class) {
            cont.retA = cont.retD;
        } else if (type == void.class) {
            cont.retA = null;
        }
    }
}

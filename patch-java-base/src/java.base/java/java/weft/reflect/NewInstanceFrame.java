package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.weft.Cont;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Constructor.newInstance}: returns the object, or wraps the exception. */
final class NewInstanceFrame extends RuntimeFrame {
    private final Object made;

    NewInstanceFrame(Object made) {
        this.made = made;
    }

    @Override
    public void resume(Cont cont) throws Throwable {
        Throwable t = cont.exc;
        if (t != null) {
            cont.exc = null;
            throw new InvocationTargetException(t);
        }
        cont.retA = made;
    }
}

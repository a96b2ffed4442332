package java.weft.reflect;

import java.lang.reflect.InvocationTargetException;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;

/** The heap frame of a suspended {@code Constructor.newInstance}: returns the object, or wraps the exception. */
final class NewInstanceFrame extends RuntimeFrame {
    private final Object made;

    NewInstanceFrame(Object made) {
        this.made = made;
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
}

package java.lang.invoke;

import java.util.function.UnaryOperator;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;

/** The heap frame of a handle that catches exceptions of another one, which has suspended. */
final class WeftCatchFrame extends RuntimeFrame {
    private final Class<?> caught;

    /** The twin of the handle that is called for an exception: it, the arguments and the context. */
    private final MethodHandle catcher;

    /** The same, of the exception, an array of the arguments, and the context, where it leaves its result. */
    private final MethodHandle resume;

    /** The arguments. */
    private Object[] values;

    WeftCatchFrame(Class<?> caught, MethodHandle catcher, MethodHandle resume, Object[] values) {
        this.caught = caught;
        this.catcher = catcher;
        this.resume = resume;
        this.values = values;
    }

    /** Makes no object: without memory for it, what the handle is to do for an exception would not be done. */
    @Override
    public void resume(CarrierContext context) throws Throwable {
        Throwable t = context.exc;
        if (t == null) {
            // the result is where the caller looks for it
            return;
        }
        if (!caught.isInstance(t)) {
            context.rethrow();
        }
        context.exc = null;
        resume.invokeBasic(t, values, context);
    }

    @Override
    public void replace(UnaryOperator<Object> function) {
        values = values.clone();
        for (int i = 0; i < values.length; i++) {
            boolean isObject = !catcher.type().parameterType(i + 1).isPrimitive();
            values[i] = isObject ? function.apply(values[i]) : values[i];
        }
    }
}

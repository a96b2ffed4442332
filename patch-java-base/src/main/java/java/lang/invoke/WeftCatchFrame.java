package java.lang.invoke;

import java.util.function.UnaryOperator;
import java.weft.CarrierContext;
import java.weft.Results;
import java.weft.RuntimeFrame;

/** The heap frame of a handle that catches exceptions of another one, which has suspended. */
final class WeftCatchFrame extends RuntimeFrame {
    private final Class<?> caught;

    /** The twin of the handle that is called for an exception: it, the arguments and the context. */
    private final MethodHandle catcher;

    /** The arguments, from this index on; the last one, a context, is another one when the frame goes on. */
    private final int first;

    private Object[] values;

    WeftCatchFrame(Class<?> caught, MethodHandle catcher, int first, Object[] values) {
        this.caught = caught;
        this.catcher = catcher;
        this.first = first;
        this.values = values;
        values[values.length - 1] = null;
    }

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
        Object[] arguments = new Object[values.length - first + 1];
        System.arraycopy(values, first, arguments, 1, values.length - first);
        arguments[0] = t;
        arguments[arguments.length - 1] = context;
        // where the catcher suspends, its own frames leave the result
        Results.leave(catcher.invokeWithArguments(arguments), catcher.type().returnType(), context);
    }

    @Override
    public void replace(UnaryOperator<Object> function) {
        values = values.clone();
        for (int i = first; i < values.length - 1; i++) {
            boolean isObject = !catcher.type().parameterType(i - first + 1).isPrimitive();
            values[i] = isObject ? function.apply(values[i]) : values[i];
        }
    }
}

package java.lang.invoke;

import java.weft.CarrierContext;
import java.weft.Reserve;
import java.weft.Results;
import java.weft.RuntimeFrame;

/** The heap frame of a handle that passes the result of another one, which has suspended, through a filter. */
final class WeftFilterFrame extends RuntimeFrame {
    private final MethodHandle twin;

    private WeftFilterFrame(MethodHandle twin) {
        this.twin = twin;
    }

    /**
     * With the twin of a filter: of the result, if there is one, and the context. Waits for memory if there is none.
     */
    static WeftFilterFrame make(CarrierContext context, MethodHandle twin) {
        for (; ; ) {
            try {
                return new WeftFilterFrame(twin);
            } catch (OutOfMemoryError e) {
                Reserve.spend(context, e, null);
            }
        }
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        context.rethrow();
        MethodType type = twin.type();
        Object[] arguments = type.parameterCount() == 1
                ? new Object[] {context}
                : new Object[] {Results.take(type.parameterType(0), context), context};
        MethodType generic = MethodType.genericMethodType(arguments.length);
        // as invokeWithArguments does, which would be in stack traces
        MethodHandle spreader = generic.invokers().spreadInvoker(0);
        Object result = (Object) spreader.invokeBasic(twin.asType(generic), arguments);
        // where the filter suspends, its own frames leave the result
        Results.leave(result, type.returnType(), context);
    }
}

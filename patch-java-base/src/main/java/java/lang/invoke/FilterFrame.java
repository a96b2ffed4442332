package java.lang.invoke;

import java.weft.CarrierContext;
import java.weft.RuntimeFrame;
import java.weft.WovenCode;

/** The heap frame of a handle that passes the result of another one through a filter. */
final class FilterFrame extends RuntimeFrame {
    private final MethodHandle filter;

    /** With a filter that takes a reference and returns one. */
    FilterFrame(MethodHandle filter) {
        this.filter = filter;
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        WovenCode.rethrow(context);
        context.retA = WeftTwins.filter(filter, context.takeA(), context);
    }
}

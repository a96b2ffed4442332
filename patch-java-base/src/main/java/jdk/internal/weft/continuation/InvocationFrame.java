package jdk.internal.weft.continuation;

import java.lang.invoke.MethodHandle;
import java.weft.CarrierContext;
import java.weft.RuntimeFrame;
import java.weft.reflect.HandleTwins;

/** In place of the frames of a continuation that were dropped: calls a method handle. Made before they are. */
final class InvocationFrame extends RuntimeFrame {
    private final MethodHandle handle;
    private final Object[] arguments;

    InvocationFrame(MethodHandle handle, Object[] arguments) {
        this.handle = handle;
        this.arguments = arguments;
    }

    @Override
    public void resume(CarrierContext c) throws Throwable {
        HandleTwins.invokeForNothing(handle, arguments, c);
    }
}

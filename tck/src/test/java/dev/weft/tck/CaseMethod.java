package dev.weft.tck;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** A case of the suite. */
public record CaseMethod(String name, Method method) {
    /**
     * The case as an object that calls it directly: a frame of reflection below it could hide that it cannot suspend.
     */
    Body body() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.unreflect(method);
        MethodType type = MethodType.methodType(void.class);
        return (Body)
                LambdaMetafactory.metafactory(lookup, "run", MethodType.methodType(Body.class), type, handle, type)
                        .getTarget()
                        .invoke();
    }
}

package dev.weft.stress.shapes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Makes handles of fields. */
final class Handle {
    private Handle() {}

    static VarHandle of(MethodHandles.Lookup lookup, Class<?> host, String name, Class<?> type) {
        try {
            return lookup.findVarHandle(host, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

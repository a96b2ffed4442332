package java.lang.invoke;

import java.weft.CarrierContext;
import java.weft.RuntimeFrame;
import java.weft.WovenCode;

/** The heap frame of a handle that passes the result of another one, which has suspended, through a filter. */
final class FilterFrame extends RuntimeFrame {
    private final MethodHandle twin;

    /** With the twin of a filter: of the result, if there is one, and the context. */
    FilterFrame(MethodHandle twin) {
        this.twin = twin;
    }

    @Override
    public void resume(CarrierContext context) throws Throwable {
        WovenCode.rethrow(context);
        MethodType type = twin.type();
        Object result = type.parameterCount() == 1
                ? twin.invokeWithArguments(context)
                : twin.invokeWithArguments(take(type.parameterType(0), context), context);
        // where the filter suspends, its own frames leave the result
        leave(result, type.returnType(), context);
    }

    private static Object take(Class<?> type, CarrierContext context) {
        if (!type.isPrimitive()) {
            return context.takeA();
        } else if (type == long.class) {
            return context.retJ;
        } else if (type == float.class) {
            return context.retF;
        } else if (type == double.class) {
            return context.retD;
        } else if (type == boolean.class) {
            return context.retI != 0;
        } else if (type == char.class) {
            return (char) context.retI;
        } else if (type == byte.class) {
            return (byte) context.retI;
        } else if (type == short.class) {
            return (short) context.retI;
        }
        return context.retI;
    }

    /** Leaves a boxed result where the caller looks for it. */
    static void leave(Object result, Class<?> type, CarrierContext context) {
        if (!type.isPrimitive()) {
            context.retA = result;
        } else if (type == long.class) {
            context.retJ = (Long) result;
        } else if (type == float.class) {
            context.retF = (Float) result;
        } else if (type == double.class) {
            context.retD = (Double) result;
        } else if (type == boolean.class) {
            context.retI = (Boolean) result ? 1 : 0;
        } else if (type == char.class) {
            context.retI = (Character) result;
        } else if (type != void.class) {
            context.retI = ((Number) result).intValue();
        }
    }
}

package java.weft;

/** Results of calls by their types, between the fields of a context and boxed values; slow. */
public final class Results {
    private Results() {}

    /** The result of that type, boxed if it is primitive; null for void. The context keeps no reference. */
    public static Object take(Class<?> type, CarrierContext context) {
        if (!type.isPrimitive()) {
            return context.takeA();
        } else if (type == int.class) {
            return context.retI;
        } else if (type == boolean.class) {
            return context.retI != 0;
        } else if (type == char.class) {
            return (char) context.retI;
        } else if (type == byte.class) {
            return (byte) context.retI;
        } else if (type == short.class) {
            return (short) context.retI;
        } else if (type == long.class) {
            return context.retJ;
        } else if (type == float.class) {
            return context.retF;
        } else if (type == double.class) {
            return context.retD;
        }
        return null;
    }

    /** Leaves a result of that type, boxed if it is primitive, where the caller looks for it. */
    public static void leave(Object result, Class<?> type, CarrierContext context) {
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

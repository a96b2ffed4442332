package java.weft.reflect;

import java.util.Arrays;

/** Checks the arguments of a reflective call, and widens them where it must (JLS 5.1.2). */
final class Arguments {
    private static final Object[] NONE = {};

    private Arguments() {}

    /**
     * The arguments such that each is of its parameter's type, or of exactly its box: the array itself if they are,
     * else a copy.
     *
     * @return null if they do not fit, not even by widening
     */
    static Object[] fit(Class<?>[] types, Object[] arguments) {
        Object[] given = arguments == null ? NONE : arguments;
        if (types.length != given.length) {
            return null;
        }
        Object[] fitting = given;
        for (int i = 0; i < types.length; i++) {
            Class<?> type = types[i];
            Object argument = given[i];
            if (!type.isPrimitive()) {
                if (argument != null && !type.isInstance(argument)) {
                    return null;
                }
                continue;
            }
            Object widened = argument == null ? null : widened(type, argument);
            if (widened == null) {
                return null;
            }
            if (widened != argument) {
                // the array may be one of boxes, in which no others can be
                fitting = fitting == given ? Arrays.copyOf(given, given.length, Object[].class) : fitting;
                fitting[i] = widened;
            }
        }
        return fitting;
    }

    /** The argument itself if it is of the type's own box; null if it cannot be widened to the type. */
    private static Object widened(Class<?> type, Object argument) {
        Class<?> box = argument.getClass();
        if (type == boolean.class) {
            return box == Boolean.class ? argument : null;
        } else if (type == char.class) {
            return box == Character.class ? argument : null;
        }
        int from = rank(box);
        int to = rank(type);
        if (from < 0 || from > to || box == Character.class && to < INT) {
            return null;
        } else if (from == to) {
            return argument;
        }
        Number number = box == Character.class ? (Number) (int) (Character) argument : (Number) argument;
        switch (to) {
            case INT - 1:
                return number.shortValue();
            case INT:
                return number.intValue();
            case INT + 1:
                return number.longValue();
            case INT + 2:
                return number.floatValue();
            default:
                return number.doubleValue();
        }
    }

    private static final int INT = 2;

    /** The order of widening; -1 for what is no number. */
    private static int rank(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return INT;
        } else if (type == long.class || type == Long.class) {
            return INT + 1;
        } else if (type == byte.class || type == Byte.class) {
            return INT - 2;
        } else if (type == short.class || type == Short.class || type == Character.class) {
            return INT - 1;
        } else if (type == float.class || type == Float.class) {
            return INT + 2;
        }
        return type == double.class || type == Double.class ? INT + 3 : -1;
    }
}

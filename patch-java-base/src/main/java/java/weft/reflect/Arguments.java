package java.weft.reflect;

import java.util.Arrays;

/** Widens the arguments of a reflective call (JLS 5.1.2). */
final class Arguments {
    private Arguments() {}

    /**
     * A copy of the arguments such that each is of its parameter's type, or of exactly its box.
     *
     * @return null if they do not fit, not even by widening
     */
    static Object[] widen(Class<?>[] types, Object[] arguments) {
        if (arguments == null || types.length != arguments.length) {
            return null;
        }
        // theirs may be one of boxes, in which no others can be
        Object[] fitting = Arrays.copyOf(arguments, arguments.length, Object[].class);
        for (int i = 0; i < types.length; i++) {
            Class<?> type = types[i];
            Object argument = fitting[i];
            if (!type.isPrimitive()) {
                if (argument != null && !type.isInstance(argument)) {
                    return null;
                }
            } else if (argument == null) {
                return null;
            } else if (argument.getClass() != box(type)) {
                fitting[i] = widened(type, argument);
                if (fitting[i] == null) {
                    return null;
                }
            }
        }
        return fitting;
    }

    private static Class<?> box(Class<?> type) {
        if (type == int.class) {
            return Integer.class;
        } else if (type == long.class) {
            return Long.class;
        } else if (type == boolean.class) {
            return Boolean.class;
        } else if (type == double.class) {
            return Double.class;
        } else if (type == float.class) {
            return Float.class;
        } else if (type == char.class) {
            return Character.class;
        }
        return type == byte.class ? Byte.class : Short.class;
    }

    /** The argument, which is not of the type's own box, widened to the type; null if that cannot be. */
    private static Object widened(Class<?> type, Object argument) {
        Class<?> box = argument.getClass();
        if (type == boolean.class || type == char.class) {
            return null;
        }
        int from = rank(box);
        int to = rank(box(type));
        if (from < 0 || from >= to || box == Character.class && to < INT) {
            return null;
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
    private static int rank(Class<?> box) {
        if (box == Integer.class) {
            return INT;
        } else if (box == Long.class) {
            return INT + 1;
        } else if (box == Byte.class) {
            return INT - 2;
        } else if (box == Short.class || box == Character.class) {
            return INT - 1;
        } else if (box == Float.class) {
            return INT + 2;
        }
        return box == Double.class ? INT + 3 : -1;
    }
}

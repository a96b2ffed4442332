package java.lang.invoke;

import java.util.Map;
import jdk.internal.weft.KeptForClass;

/**
 * The values of dynamic constants (JEP 309): one for each constant of a class, though resumers, which continue its
 * methods, have constants of their own.
 */
final class WeftConstants {
    private WeftConstants() {}

    /**
     * The static arguments of a bootstrap method. Where the VM has some of them still to be resolved (those that are
     * dynamic constants themselves, or any if the method has two parameters), it tells only where they stand in the
     * class file of the caller; in which the host, as which a resumer is linked, has others.
     *
     * @param caller the class that has the call site or constant; a resumer itself
     */
    static Object pulled(Object caller, Object arguments) {
        int[] places = (int[]) arguments;
        Object[] all = new Object[places[0]];
        MethodHandleNatives.copyOutBootstrapArguments((Class<?>) caller, places, 0, all.length, all, 0, true, null);
        return all;
    }

    /**
     * What a constant is known to be.
     *
     * @param caller the class whose method uses it
     * @return null if it is not known; else what {@link #value} takes
     */
    static Object known(Object caller, Object bootstrap, Object name, Object type, Object arguments) {
        Map<Object, Object> all = all(caller);
        return all == null ? null : all.get(new Key(bootstrap, name, type, arguments));
    }

    /** The value of a known constant, which may be null: then its key stands for it. */
    static Object value(Object known) {
        return known instanceof Key ? null : known;
    }

    /** Notes what the constant has been found to be; the first value counts, and is returned. */
    static Object keep(Object found, Object caller, Object bootstrap, Object name, Object type, Object arguments) {
        Map<Object, Object> all = all(caller);
        if (all == null) {
            return found;
        }
        Key key = new Key(bootstrap, name, type, arguments);
        Object first = all.putIfAbsent(key, found == null ? key : found);
        return first == null ? found : value(first);
    }

    /** Null for constants that are not kept: no resumer has those of hidden classes. */
    private static Map<Object, Object> all(Object caller) {
        boolean isKept = caller instanceof Class && !((Class<?>) caller).isHidden();
        return isKept ? KeptForClass.of((Class<?>) caller) : null;
    }

    /** Bootstrap method, name, type and arguments: which constant it is. */
    private static final class Key {
        private final Object bootstrap;
        private final Object name;
        private final Object type;
        private final Object[] arguments;

        Key(Object bootstrap, Object name, Object type, Object arguments) {
            this.bootstrap = bootstrap;
            this.name = name;
            this.type = type;
            this.arguments = arguments instanceof Object[] ? (Object[]) arguments : new Object[] {arguments};
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && isSame((Key) other);
        }

        private boolean isSame(Key other) {
            boolean isSame = isSame(bootstrap, other.bootstrap)
                    && isSame(name, other.name)
                    && isSame(type, other.type)
                    && arguments.length == other.arguments.length;
            for (int i = 0; isSame && i < arguments.length; i++) {
                isSame = isSame(arguments[i], other.arguments[i]);
            }
            return isSame;
        }

        /** Among the arguments there may be the program's own objects, none of whose methods is called. */
        private static boolean isSame(Object one, Object other) {
            if (one instanceof MethodHandle && other instanceof MethodHandle && one != other) {
                // another one each time that it is resolved
                MemberName member = ((MethodHandle) one).internalMemberName();
                return member != null && member.equals(((MethodHandle) other).internalMemberName());
            }
            boolean isOfFormat = one instanceof String
                    || one instanceof Integer
                    || one instanceof Long
                    || one instanceof Float
                    || one instanceof Double
                    || one instanceof MethodType;
            return one == other || isOfFormat && one.equals(other);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + type.hashCode();
        }
    }
}

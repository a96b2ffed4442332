package jdk.internal.weft.monitor;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * Monitors that the VM enters itself, for {@code synchronized native} methods: it does not look into the table, so
 * these are never left while their owner is suspended. Woven constructors tell classes that have such methods, and
 * woven initializers those that have static ones. Thread-safe.
 */
final class NativeMonitors {
    /** A class that has such methods, of its objects or of itself. */
    private static final class Known extends WeakReference<Class<?>> {
        final boolean isOfObjects;

        Known(Class<?> type, boolean isOfObjects) {
            super(type);
            this.isOfObjects = isOfObjects;
        }

        boolean concerns(Object monitor) {
            Class<?> type = get();
            return type != null && (isOfObjects ? type.isInstance(monitor) : monitor == type);
        }
    }

    /** Null until there is one; never changed in place. */
    private static volatile Known[] all;

    private NativeMonitors() {}

    /** From now on no such monitor is left: of objects of the class, heirs included; or of the class itself. */
    static void add(Class<?> type, boolean isOfObjects) {
        if (!isKnown(type, isOfObjects)) {
            addOnce(type, isOfObjects);
        }
    }

    private static boolean isKnown(Class<?> type, boolean isOfObjects) {
        Known[] known = all;
        if (known != null) {
            for (Known each : known) {
                if (each.isOfObjects == isOfObjects && each.refersTo(type)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static synchronized void addOnce(Class<?> type, boolean isOfObjects) {
        if (!isKnown(type, isOfObjects)) {
            Known[] known = all;
            int count = known == null ? 0 : known.length;
            Known[] more = count == 0 ? new Known[1] : Arrays.copyOf(known, count + 1);
            more[count] = new Known(type, isOfObjects);
            all = more;
        }
    }

    /** True for a monitor that the VM may enter itself. */
    static boolean concerns(Object monitor) {
        Known[] known = all;
        if (known != null) {
            for (Known each : known) {
                if (each.concerns(monitor)) {
                    return true;
                }
            }
        }
        return false;
    }
}

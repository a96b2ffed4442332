package dev.weft.tck;

import java.lang.reflect.Method;
import java.util.Arrays;

/** What Weft says about itself, by reflection, since the suite also runs without it. */
public final class Fibers {
    private static final Class<?> WEFT = find();

    private Fibers() {}

    private static Class<?> find() {
        try {
            return Class.forName("dev.weft.Weft");
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** True if the JVM is a woven one. */
    public static boolean isWoven() {
        return WEFT != null;
    }

    /** True if the calling code runs in a fiber. */
    public static boolean isFiber() {
        return isWoven() && (Boolean) call("isFiber");
    }

    /** How often a carrier was blocked. */
    public static long pinned() {
        return isWoven() ? (Long) call("pinned") : 0;
    }

    /** Fibers that are started and have not ended. */
    public static long live() {
        return isWoven() ? (Long) call("liveFibers") : 0;
    }

    private static Object call(String name) {
        try {
            Method method = WEFT.getMethod(name);
            return method.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("dev.weft.Weft." + name + " cannot be called", e);
        }
    }

    static String describe(Thread thread) {
        return thread.getState() + " at " + Arrays.toString(thread.getStackTrace());
    }
}

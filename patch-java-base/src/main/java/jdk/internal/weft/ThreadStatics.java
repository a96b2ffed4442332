package jdk.internal.weft;

import java.lang.reflect.Method;

/** Tells the static methods of Thread from those that hide them. */
public final class ThreadStatics {
    private ThreadStatics() {}

    /** True if the method that the class has by that name is Thread's: no class between declares another. */
    public static boolean isInherited(Class<?> heir, String name, Class<?> parameter) {
        for (Class<?> c = heir; c != null; c = c.getSuperclass()) {
            if (c == Thread.class) {
                return true;
            }
            if (declares(c, name, parameter)) {
                return false;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> type, String name, Class<?> parameter) {
        for (Method each : JdkAccess.privateGetDeclaredMethods(type, false)) {
            if (each.getName().equals(name)) {
                Class<?>[] parameters = JdkAccess.parameterTypes(each);
                if (parameters.length == 1 && parameters[0] == parameter) {
                    return true;
                }
            }
        }
        return false;
    }
}

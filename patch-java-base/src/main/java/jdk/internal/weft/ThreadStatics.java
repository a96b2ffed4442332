package jdk.internal.weft;

import java.lang.reflect.Method;

/** Tells the static methods of Thread from those that hide them. */
public final class ThreadStatics {
    private ThreadStatics() {}

    /**
     * True if the method that the class has by that name is Thread's: no class between declares another. Of other
     * classes no members are asked for, whose types might not be found.
     */
    public static boolean isInherited(Class<?> heir, String name, Class<?> parameter) {
        if (!Thread.class.isAssignableFrom(heir)) {
            return false;
        }
        for (Class<?> c = heir; c != Thread.class; c = c.getSuperclass()) {
            if (declares(c, name, parameter)) {
                return false;
            }
        }
        return true;
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

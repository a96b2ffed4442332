package jdk.internal.weft.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import jdk.internal.weft.JdkAccess;

/**
 * The classes that a loader has defined, from the list to which the VM adds each of them. To ask the loader could make
 * the VM define a class from an archive; this defines none. Safe for use by several threads.
 */
final class DefinedClasses {
    /** The loader's; grows, under its own monitor. */
    private final ArrayList<Class<?>> all;

    private final Map<String, Class<?>> byName = new HashMap<>();

    DefinedClasses(ClassLoader loader) {
        all = JdkAccess.classes(loader);
    }

    /** The class of that name, with dots, or null; one that is just being defined may be found or not. */
    Class<?> find(String name) {
        synchronized (all) {
            for (int i = byName.size(); i < all.size(); i++) {
                Class<?> each = all.get(i);
                byName.put(each.getName(), each);
            }
            return byName.get(name);
        }
    }
}

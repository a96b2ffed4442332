package dev.weft.tck;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;

/** Hidden classes (JEP 371) of class files that javac has made. */
public final class Hidden {
    private Hidden() {}

    /** Defines a nested class of the lookup's once more, hidden, and makes an object of it. */
    public static <T> T of(MethodHandles.Lookup lookup, Class<? extends T> written, Class<T> type) throws Exception {
        String name = written.getName();
        try (InputStream in = written.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            Constructor<?> constructor = lookup.defineHiddenClass(in.readAllBytes(), true)
                    .lookupClass()
                    .getDeclaredConstructor();
            constructor.setAccessible(true);
            return type.cast(constructor.newInstance());
        }
    }
}

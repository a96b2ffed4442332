package dev.weft.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Finds the woven class file of a loaded class, from which its resumers are made. JDK classes lie in the woven image; of
 * application classes the original is kept and woven once more. Safe for use by several threads.
 */
final class WovenClasses {
    private final Map<ClassLoader, Map<String, byte[]>> originals = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<String, byte[]> originalsOfBootLoader = new ConcurrentHashMap<>();
    private final UnaryOperator<byte[]> weaver;

    /** With the function that weaves an application class again, with the same result as when it was loaded. */
    WovenClasses(UnaryOperator<byte[]> weaver) {
        this.weaver = weaver;
    }

    /** Keeps the original of a class that is being woven. */
    void keep(ClassLoader loader, String name, byte[] original) {
        mapOf(loader).put(name, original);
    }

    private Map<String, byte[]> mapOf(ClassLoader loader) {
        if (loader == null) {
            return originalsOfBootLoader;
        }
        return originals.computeIfAbsent(loader, key -> new ConcurrentHashMap<>());
    }

    /**
     * The woven class file.
     *
     * @throws IllegalStateException if it is not to be found
     */
    byte[] of(Class<?> host) {
        String name = host.getName().replace('.', '/');
        byte[] original = mapOf(host.getClassLoader()).get(name);
        if (original != null) {
            return weaver.apply(original);
        }
        try (InputStream in = host.getModule().getResourceAsStream(name + ".class")) {
            if (in != null) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot read the class file of " + host.getName(), e);
        }
        throw new IllegalStateException("the class file of " + host.getName() + " is not to be found");
    }
}

package dev.weft.agent;

import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.agent.twin.WeaveListener;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.tree.ClassNode;

/**
 * Finds the woven class file of a loaded class, from which its resumers are made. JDK classes lie in the woven image; of
 * application classes the original is kept and woven once more. Safe for use by several threads.
 */
final class WovenClasses {
    private static final WeaveListener QUIET = new WeaveListener() {};

    private final Map<ClassLoader, Map<String, byte[]>> originals = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<String, byte[]> originalsOfBootLoader = new ConcurrentHashMap<>();
    private static final int MAX_RECENT = 256;

    private final Map<Class<?>, SoftReference<ClassNode>> recent = new WeakHashMap<>();
    private final Generators generators;
    private final WovenModules modules;
    private final ClassCache cache;

    /** With the generators, which weave an application class again with the same result as when it was loaded. */
    WovenClasses(Generators generators, WovenModules modules, ClassCache cache) {
        this.cache = cache;
        this.modules = modules;
        this.generators = generators;
    }

    /** Keeps the original of a class that is being woven. */
    void keep(ClassLoader loader, String name, byte[] original) {
        mapOf(loader).put(name, original);
    }

    private Map<String, byte[]> mapOf(ClassLoader loader) {
        if (loader == null) {
            return originalsOfBootLoader;
        }
        synchronized (originals) {
            Map<String, byte[]> known = originals.get(loader);
            if (known == null) {
                known = new ConcurrentHashMap<>();
                originals.put(loader, known);
            }
            return known;
        }
    }

    /** The woven class, parsed; the last few are kept, since a class of which one point is resumed has others. */
    ClassNode parsed(Class<?> host) {
        synchronized (recent) {
            SoftReference<ClassNode> known = recent.get(host);
            ClassNode parsed = known == null ? null : known.get();
            if (parsed != null) {
                return parsed;
            }
        }
        ClassNode parsed = ResumerGenerator.parse(of(host));
        synchronized (recent) {
            if (recent.size() >= MAX_RECENT) {
                recent.clear();
            }
            recent.put(host, new SoftReference<>(parsed));
        }
        return parsed;
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
            byte[] known = cache.find(original);
            return known == null ? generators.weaver().weave(original, QUIET) : known;
        }
        byte[] ofModule = modules == null || !host.getModule().isNamed()
                ? null
                : modules.find(host.getModule().getName(), name);
        if (ofModule != null) {
            return ofModule;
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

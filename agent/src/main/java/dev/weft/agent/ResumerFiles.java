package dev.weft.agent;

import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import java.nio.charset.StandardCharsets;
import jdk.internal.weft.agent.Debugger;

/**
 * Class files of resumers, by class and point: those that earlier runs have made, else new ones. A resumer depends on
 * nothing but its host's woven class file. Safe for use by several threads.
 */
final class ResumerFiles {
    private final WovenClasses classes;
    private final ClassCache cache;

    ResumerFiles(WovenClasses classes, ClassCache cache) {
        this.classes = classes;
        this.cache = cache;
    }

    /**
     * The class file of the point's resumer.
     *
     * @throws IllegalStateException if the host's woven class file is not to be found
     */
    byte[] of(Class<?> host, int point, boolean withCasts) {
        byte[] key = key(host, point, withCasts);
        byte[] known = key == null ? null : cache.find(key);
        if (known != null) {
            return known;
        }
        byte[] made = make(host, point, withCasts);
        if (key != null) {
            cache.add(key, made);
        }
        return made;
    }

    private byte[] make(Class<?> host, int point, boolean withCasts) {
        HostClass parsed = classes.parsed(host, point);
        synchronized (parsed) {
            if (Debugger.isThere()) {
                return ResumerGenerator.generateDebugged(parsed, point, withCasts);
            }
            return withCasts
                    ? ResumerGenerator.generate(parsed, point, false)
                    : ResumerGenerator.generateUncast(parsed, point, false);
        }
    }

    /**
     * What the cache is to know the resumer by; no class file has that form. A class of the JDK is told by its name,
     * since the cache lies beside the woven JDK. Null where a class has had several versions, or has a form that
     * weaving it again would not give.
     */
    private byte[] key(Class<?> host, int point, boolean withCasts) {
        String name = host.getName().replace('.', '/');
        Version version = classes.newest(host.getClassLoader(), name);
        String key = (withCasts ? "" : "uncast ") + point + " " + name;
        if (version != null) {
            if (version.older != null || version.woven != null) {
                return null;
            }
            ContentHash hash = Experience.key(ContentHash.of(version.original), version.quietSoFar);
            key = key + " " + version.original.length + " " + hash.first + " " + hash.second;
        } else if (!ImageModules.contain(host.getModule())) {
            return null;
        }
        return key.getBytes(StandardCharsets.UTF_8);
    }
}

package dev.weft.agent;

import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.MemberUse;
import dev.weft.agent.resume.OperandNames;
import dev.weft.agent.resume.ResumerGenerator;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Predicate;
import jdk.internal.weft.agent.Debugger;
import jdk.internal.weft.agent.HostAccess;

/**
 * Class files of resumers, by class and point: those that earlier runs have made, else new ones. A resumer depends on
 * its host's woven class file, and on what the host may use of other classes: where this run does not allow all that
 * an earlier one has relied on, there is another one, which asks about everything. Safe for use by several threads.
 */
final class ResumerFiles {
    private static final String ASKING = "asking ";

    /** Points that have loops, handlers and variables of several types among them. */
    private static final int PREPARED = 16;

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
        String name = host.getName().replace('.', '/');
        Version version = classes.newest(host.getClassLoader(), name);
        String key = key(host, name, version, point, withCasts);
        KeptResumer known = find(key);
        if (known != null && mayRely(host, known)) {
            return known.file();
        }
        KeptResumer asking = known == null ? null : find(ASKING + key);
        return asking != null ? asking.file() : make(host, version, point, withCasts, key, known != null);
    }

    /** Makes resumers that nobody needs, without the cache: then what makes others is loaded and initialized. */
    void prepare() {
        Class<?> host = ArrayBlockingQueue.class;
        int end = Math.min(PREPARED, classes.parsed(host, 0).end());
        for (int point = 0; point < end; point++) {
            make(host, point, true, use -> true);
        }
        // only to have its class initialized
        OperandNames.mend(classes.parsed(host, 0), 0, "");
    }

    /** Without lambdas, which a small program would have to link for this. */
    private static boolean mayRely(Class<?> host, KeptResumer known) {
        for (MemberUse use : known.relied()) {
            if (access(host, use) == HostAccess.UNSURE) {
                return false;
            }
        }
        return true;
    }

    private KeptResumer find(String key) {
        byte[] known = key == null ? null : cache.find(bytes(key));
        return known == null ? null : KeptResumer.of(known);
    }

    private byte[] make(Class<?> host, Version version, int point, boolean withCasts, String key, boolean asksAll) {
        Set<MemberUse> relied = new LinkedHashSet<>();
        Predicate<MemberUse> isSure = use -> {
            int access = access(host, use);
            if (access == HostAccess.ALLOWED && !asksAll) {
                relied.add(use);
                return true;
            }
            return access == HostAccess.ALLOWED_TO_ALL;
        };
        // a class of the JDK names nothing that it may not use
        boolean isOfTheJdk = version == null && ImageModules.contain(host.getModule());
        byte[] made = make(host, point, withCasts, isOfTheJdk ? use -> true : isSure);
        if (key != null) {
            cache.add(bytes(asksAll ? ASKING + key : key), KeptResumer.bytes(relied, made));
        }
        return made;
    }

    private static int access(Class<?> host, MemberUse use) {
        return HostAccess.of(host, use.owner(), use.name(), use.desc(), use.kind());
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] make(Class<?> host, int point, boolean withCasts, Predicate<MemberUse> isSure) {
        HostClass parsed = classes.parsed(host, point);
        synchronized (parsed) {
            if (Debugger.isThere()) {
                return ResumerGenerator.generateDebugged(parsed, point, withCasts, isSure);
            }
            return withCasts
                    ? ResumerGenerator.generate(parsed, point, false, isSure)
                    : ResumerGenerator.generateUncast(parsed, point, false, isSure);
        }
    }

    /**
     * What the cache is to know the resumer by; no class file has that form. A class of the JDK is told by its name,
     * since the cache lies beside the woven JDK. Null where a class has had several versions, or has a form that
     * weaving it again would not give.
     */
    private static String key(Class<?> host, String name, Version version, int point, boolean withCasts) {
        String key = (withCasts ? "" : "uncast ") + point + " " + name;
        if (version != null) {
            if (version.older != null || version.woven != null) {
                return null;
            }
            ContentHash hash = version.key();
            key = key + " " + version.length() + " " + hash.first + " " + hash.second;
        } else if (!ImageModules.contain(host.getModule())) {
            return null;
        }
        return key;
    }
}

package dev.weft.agent;

import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.OpaqueAttributes;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.twin.JdkTwins;
import dev.weft.agent.twin.WeaveListener;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import jdk.internal.weft.agent.ModuleFiles;

/**
 * Finds the woven class file of a loaded class, from which its resumers are made. JDK classes lie in the woven image;
 * of application classes the versions are kept, and woven once more. Safe for use by several threads.
 */
final class WovenClasses {
    private static final WeaveListener QUIET = new WeaveListener() {};

    private final Map<LoaderKey, Map<String, Version>> versions = new ConcurrentHashMap<>();
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
    private final Map<String, Version> versionsOfBootLoader = new ConcurrentHashMap<>();
    private static final int MAX_RECENT = 256;

    private final Map<Class<?>, SoftReference<HostClass>> recent = new WeakHashMap<>();
    private final LazyWeaver generators;
    private final ModuleFiles files;
    private final ClassCache cache;
    private volatile boolean haveMetOthers;

    /** With the generators, which weave an application class again with the same result as when it was loaded. */
    WovenClasses(LazyWeaver generators, ModuleFiles files, ClassCache cache) {
        this.cache = cache;
        this.files = files;
        this.generators = generators;
    }

    /** From now on hashes of woven classes are kept, by which they are known when another agent is given them. */
    void meetOthers() {
        haveMetOthers = true;
    }

    boolean haveMetOthers() {
        return haveMetOthers;
    }

    /**
     * Keeps the first version of a class; false if there is another one that says something else.
     *
     * @param woven null if it comes from an archive
     */
    boolean keepFirst(ClassLoader loader, String name, Version first, byte[] woven) {
        if (haveMetOthers && woven != null) {
            first.hash = hash(woven);
        }
        Version known = mapOf(loader).putIfAbsent(name, first);
        return known == null
                || known.older == null
                        && known.isOf(first)
                        && known.quietSoFar.equals(first.quietSoFar)
                        && known.unwoven.equals(first.unwoven);
    }

    /** Keeps another version; with the lock of this. */
    void keep(ClassLoader loader, String name, Version newest) {
        mapOf(loader).put(name, newest);
    }

    /** The newest version of a class, or null if it is not woven, or not of the application. */
    Version newest(ClassLoader loader, String name) {
        return mapOf(loader).get(name);
    }

    /** The versions of all classes of that name, as they were first loaded and woven. */
    List<Version> first(String name) {
        List<Version> all = new ArrayList<>();
        addFirst(versionsOfBootLoader.get(name), all);
        for (Map<String, Version> each : versions.values()) {
            addFirst(each.get(name), all);
        }
        return all;
    }

    private static void addFirst(Version newest, List<Version> to) {
        Version first = newest;
        while (first != null && first.older != null) {
            first = first.older;
        }
        if (first != null && first.woven == null) {
            to.add(first);
        }
    }

    /**
     * The version of a woven class file; null if it is none.
     *
     * @param redefined the class, of which the VM gives this file, or null if it is being loaded
     */
    Version version(ClassLoader loader, String name, Class<?> redefined, byte[] woven) {
        Version newest = newest(loader, name);
        if (newest == null) {
            return null;
        }
        long hash = hash(woven);
        for (Version each = newest; each != null; each = each.older) {
            if (each.hash == hash || each.hashOfGiven == hash) {
                return each;
            }
        }
        if (JdkTwins.without(woven) == woven) {
            return null;
        }
        // woven before the first of the others was met, or with its constants in another order
        GivenCode given = redefined == null || newest.older == null ? null : new GivenCode(redefined, woven);
        for (Version each = newest; given != null && each != null; each = each.older) {
            if (given.isOf(woven(each))) {
                // the VM gives it again each time that the class is transformed again
                each.hashOfGiven = hash;
                return each;
            }
        }
        return newest;
    }

    /** Keeps by what the VM's next agent will be given a version. */
    void note(Version version, byte[] woven) {
        version.hash = hash(woven);
    }

    private static long hash(byte[] woven) {
        long hash = ContentHash.of(woven).first;
        return hash == 0 ? 1 : hash;
    }

    /** The woven class file of a version. */
    byte[] woven(Version version) {
        if (version.woven != null) {
            return version.woven;
        }
        byte[] known = cache.find(version.length(), version.key());
        return known == null
                ? generators
                        .weaver(version.unwoven)
                        .weave(version.original(), QUIET, version.firstPoint, version.quietSoFar)
                : known;
    }

    /** A number above those of all points of the version and those before. */
    int end(Version newest) {
        if (newest.end == 0) {
            newest.end = Math.max(newest.firstPoint, parse(woven(newest)).end());
        }
        return newest.end;
    }

    private Map<String, Version> mapOf(ClassLoader loader) {
        if (loader == null) {
            return versionsOfBootLoader;
        }
        Map<String, Version> known = versions.get(new LoaderKey(loader, null));
        if (known == null) {
            for (Object gone = collected.poll(); gone != null; gone = collected.poll()) {
                versions.remove(gone);
            }
            Map<String, Version> made = new ConcurrentHashMap<>();
            Map<String, Version> other = versions.putIfAbsent(new LoaderKey(loader, collected), made);
            known = other == null ? made : other;
        }
        return known;
    }

    /**
     * A loader, which this does not keep: by its identity. Methods that its class may override are not called: they may
     * take other loaders for equal, change their minds, or load classes, which have no twins if one is being woven.
     */
    private static final class LoaderKey extends WeakReference<ClassLoader> {
        private final int hash;

        LoaderKey(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the very loader
        public boolean equals(Object other) {
            return this == other || other instanceof LoaderKey && isSame(((LoaderKey) other).get());
        }

        private boolean isSame(ClassLoader other) {
            return other != null && other == get();
        }
    }

    /**
     * The woven class that has that point, parsed; the last few are kept, since a class of which one point is resumed
     * has others.
     */
    HostClass parsed(Class<?> host, int point) {
        Version version = newest(host.getClassLoader(), host.getName().replace('.', '/'));
        while (version != null && version.older != null && point < version.firstPoint) {
            version = version.older;
        }
        return version == null || version.older == null ? parsed(host) : parsed(version);
    }

    private static HostClass parsed(Version version) {
        SoftReference<HostClass> known = version.parsed;
        HostClass parsed = known == null ? null : known.get();
        if (parsed == null) {
            parsed = parse(version.woven);
            version.parsed = new SoftReference<>(parsed);
        }
        return parsed;
    }

    private HostClass parsed(Class<?> host) {
        synchronized (recent) {
            SoftReference<HostClass> known = recent.get(host);
            HostClass parsed = known == null ? null : known.get();
            if (parsed != null) {
                return parsed;
            }
        }
        HostClass parsed = parse(of(host));
        synchronized (recent) {
            if (recent.size() >= MAX_RECENT) {
                recent.clear();
            }
            recent.put(host, new SoftReference<>(parsed));
        }
        return parsed;
    }

    private static HostClass parse(byte[] woven) {
        try {
            return new HostClass(woven);
        } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
            try {
                return new HostClass(OpaqueAttributes.hide(woven));
            } catch (Malformed malformed) {
                throw e;
            }
        }
    }

    /**
     * The woven class file, as the class was loaded.
     *
     * @throws IllegalStateException if it is not to be found
     */
    byte[] of(Class<?> host) {
        String name = host.getName().replace('.', '/');
        Version first = newest(host.getClassLoader(), name);
        while (first != null && first.older != null) {
            first = first.older;
        }
        if (first != null) {
            return woven(first);
        }
        byte[] ofModule = ImageModules.contain(host.getModule())
                ? files.find(host.getModule().getName(), name + ".class")
                : null;
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

package dev.weft.weaver.cache;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Who may change what lies in a cache: what lies there runs as the caller. So the cache and its entries are the
 * caller's or root's, and nobody else may write to them; nor may somebody put another folder in their place. As ssh
 * does with its files. The launcher asks the same of a start that needs no weaver ({@code unsafe_folders}).
 */
final class CacheRights {
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int WRITABLE_BY_ALL = 0002;
    private static final int STICKY = 01000;

    private CacheRights() {}

    /**
     * Looks at what is there of them.
     *
     * @throws WeaveException if others may change it
     */
    static void check(Cache cache, CacheEntry entry) throws IOException {
        Path unsafe = unsafe(cache.root(), entry.path());
        if (unsafe != null) {
            throw new WeaveException("other users may change " + unsafe + ", and with it what runs from the cache "
                    + cache.root() + ": run chmod go-w there, if it is yours, or set WEFT_CACHE to a folder of your"
                    + " own");
        }
    }

    private static Path unsafe(Path root, Path entry) throws IOException {
        for (Path each : new Path[] {root, entry}) {
            if (Files.exists(each) && ((mode(each) & WRITABLE_BY_OTHERS) != 0 || !isTrusted(each))) {
                return each;
            }
        }
        for (Path each : above(root)) {
            if ((mode(each) & (WRITABLE_BY_ALL | STICKY)) == WRITABLE_BY_ALL) {
                return each;
            }
        }
        return null;
    }

    /** Those folders above it that exist, by its name and by where links lead to. */
    private static Set<Path> above(Path root) throws IOException {
        Set<Path> all = new LinkedHashSet<>();
        for (Path each = root.getParent(); each != null; each = each.getParent()) {
            if (Files.exists(each)) {
                all.add(each);
            }
        }
        if (Files.exists(root)) {
            for (Path each = root.toRealPath().getParent(); each != null; each = each.getParent()) {
                all.add(each);
            }
        }
        return all;
    }

    private static int mode(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, "unix:mode");
    }

    private static boolean isTrusted(Path folder) throws IOException {
        int owner = uid(folder);
        // the kernel's folder of this process has the owner that files have which the process makes
        return owner == 0 || owner == uid(Path.of("/proc/self"));
    }

    private static int uid(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, "unix:uid");
    }
}

package dev.weft.weaver.cache;

import dev.weft.weaver.jrt.JdkHome;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Names an entry of the cache: {@code <JDK's build>-<hash of the JDK>-<hash of Weft>}, so that another JDK, an update
 * of it in place, and another build of Weft each have their own.
 */
public final class CacheKey {
    private static final String[] IDENTITY = {"lib/modules", "lib/server/libjvm.so", "release"};

    private final String jdk;
    private final String weft;

    private CacheKey(String jdk, String weft) {
        this.jdk = jdk;
        this.weft = weft;
    }

    /** The key of a whole JDK. */
    public static CacheKey of(JdkHome jdk, WeftRuntime weft) throws IOException {
        return of(jdk, weft, Set.of(), false);
    }

    /** The key of a patch for some modules only; for all, if the set is empty. Chaos mode has patches of its own. */
    public static CacheKey of(JdkHome jdk, WeftRuntime weft, Set<String> onlyModules, boolean chaos)
            throws IOException {
        StringBuilder identity = new StringBuilder(jdk.path().toString());
        for (String name : IDENTITY) {
            Path file = jdk.path().resolve(name);
            if (Files.exists(file)) {
                identity.append('\n')
                        .append(name)
                        .append(' ')
                        .append(Files.size(file))
                        .append(' ')
                        .append(Files.getLastModifiedTime(file).to(TimeUnit.SECONDS));
            }
        }
        identity.append('\n').append(Files.readString(jdk.path().resolve("release")));
        String build = jdk.build().replaceAll("[^A-Za-z0-9.+_-]", "_");
        String contents = weft.version() + weft.hash();
        String modules = onlyModules.isEmpty() ? "" : new TreeSet<>(onlyModules).toString();
        return new CacheKey(
                build + "-" + WeftRuntime.sha256(identity.toString()).substring(0, 8),
                WeftRuntime.sha256(contents + modules + (chaos ? "chaos" : "")).substring(0, 12));
    }

    /** Whether an entry of that name is for the same JDK, by another build of Weft. */
    boolean isSuccessorOf(String name) {
        return name.startsWith(jdk + "-") && name.length() == toString().length() && !name.equals(toString());
    }

    @Override
    public String toString() {
        return jdk + "-" + weft;
    }
}

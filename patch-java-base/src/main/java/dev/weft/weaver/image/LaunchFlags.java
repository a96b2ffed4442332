package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The one place that says with which options a program is started on fibers. */
public final class LaunchFlags {
    /** The packages that Weft adds to java.base for everybody, with slashes. */
    static final List<String> EXPORTED = List.of("dev/weft", "java/weft");

    private LaunchFlags() {}

    /**
     * The options for the plain java of a JDK whose modules are patched. Without a linked descriptor of java.base, the
     * unnamed modules need options to read its new packages.
     *
     * @param exported the packages that Weft adds to java.base for everybody, with slashes
     */
    static List<String> patch(CacheEntry entry, Collection<String> modules, Collection<String> exported) {
        List<String> flags = new ArrayList<>();
        for (String module : new TreeSet<>(modules)) {
            flags.add("--patch-module=" + module + "=" + entry.patch(module));
        }
        for (String name : new TreeSet<>(exported)) {
            flags.add("--add-exports=java.base/" + name.replace('/', '.') + "=ALL-UNNAMED");
        }
        flags.add("-javaagent:" + entry.agent());
        return flags;
    }

    /**
     * The options for the java of the linked image. {@code -agentlib:instrument} is what {@code -javaagent} is, less the
     * {@code --add-modules java.instrument} that it implies, which turns off the archived module graph (13 ms of a start).
     * The module is among the roots of every program on the class path; for others the launcher adds it.
     */
    static List<String> image(CacheEntry entry) {
        return List.of(
                "-Xshare:auto",
                "-XX:SharedArchiveFile=" + entry.sharedClasses(),
                "-agentlib:instrument=" + entry.agent());
    }

    /** Writes options as an argument file, one in each line. */
    static void write(Path file, List<String> flags) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String flag : flags) {
            lines.add(quoted(flag));
        }
        Files.write(file, lines);
    }

    /** An option as an argument file of java spells it. */
    static String quoted(String flag) {
        if (flag.matches("[^\\s\"'\\\\#]+")) {
            return flag;
        }
        return '"' + flag.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}

package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one place that says with which options a program is started on fibers. */
public final class LaunchFlags {
    /** The packages of java.base that Weft adds for everybody, with slashes: its API. */
    static final List<String> EXPORTED = List.of("dev/weft");

    /**
     * Buffers of changed cards that G1 leaves to the next collection, to begin with; it goes on from there by its goal
     * for pauses, as ever. JDK 17 begins with one per processor (docs/decisions/0021). Other collectors do not look.
     */
    private static final int GREEN_ZONE = 64;

    private LaunchFlags() {}

    /**
     * The options for the plain java of the JDK. Only what is loaded before the agent is patched by an option: each
     * further one would cost the start some milliseconds (ModulePatcher opens all). The agent finds the other modules'
     * woven classes in the folder.
     */
    static List<String> patch(CacheEntry entry) {
        return List.of(
                "--patch-module=java.base=" + entry.patch("java.base"),
                "--patch-module=java.instrument=" + entry.patch("java.instrument"),
                "-javaagent:" + entry.agent() + "=" + entry.patches());
    }

    /**
     * The options for the java of the linked image. {@code -agentlib:instrument} is what {@code -javaagent} is, less
     * the {@code --add-modules java.instrument} that it implies, which turns off the archived module graph (13 ms of a
     * start). The module is among the roots of every program on the class path; for others the launcher adds it.
     *
     * @param archive one of the entry's archives of shared classes
     */
    public static List<String> image(CacheEntry entry, Path archive) {
        return List.of(
                "-Xshare:auto",
                "-XX:SharedArchiveFile=" + archive,
                "-agentlib:instrument=" + entry.agent(),
                "-XX:G1ConcRefinementGreenZone=" + GREEN_ZONE);
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

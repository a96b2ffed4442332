package dev.weft.weaver.image;

import dev.weft.weaver.WeaveException;
import dev.weft.weaver.cache.CacheEntry;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Dumps the image's archive of shared classes: those that any program loads when it starts, as the JDK's own list has
 * them, and those that a small program loads under Weft. Running that program, without and with the archive, is also the
 * proof that the image works: it must print its greeting and nothing else.
 */
final class SharedClasses {
    /**
     * What a start loads that the sample's does not: it has no woven classes of earlier runs, and its own class comes from a
     * jar. A test looks for others.
     */
    private static final List<String> OF_LATER_STARTS = List.of(
            "dev/weft/agent/CacheFile",
            "jdk/internal/loader/URLClassPath$FileLoader",
            "jdk/internal/loader/URLClassPath$FileLoader$1");

    private SharedClasses() {}

    /** Makes the archive of an entry that is in its final place. */
    static void dump(CacheEntry entry) throws IOException {
        Path loaded = Files.createTempFile("weft", ".classes");
        Path merged = Files.createTempFile("weft", ".classlist");
        try {
            // the property is there to be looked up in the table of all
            runSample(entry, List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + loaded, "-Dweft.threads=all"));
            Files.write(merged, merge(entry, loaded));
            JdkTool.run(
                    "make the archive of shared classes",
                    List.of(
                            java(entry),
                            "-Xshare:dump",
                            "-Xlog:cds*=off",
                            "-XX:+UseG1GC",
                            "-XX:SharedClassListFile=" + merged,
                            "-XX:SharedArchiveFile=" + entry.sharedClasses()),
                    entry.path());
            runSample(entry, List.of());
        } finally {
            Files.delete(loaded);
            Files.delete(merged);
        }
    }

    private static void runSample(CacheEntry entry, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(java(entry)));
        command.addAll(LaunchFlags.image(entry));
        command.addAll(options);
        command.addAll(List.of("-cp", ownJar(), Sample.class.getName()));
        String output =
                JdkTool.run("start the woven image", command, entry.path()).strip();
        if (!output.equals(Sample.GREETING)) {
            throw new WeaveException("the woven image does not run a small program as it should, which printed \""
                    + output.replace('\n', ' ') + "\"; weave with --patch-only to do without an image");
        }
    }

    /** The sample's own class is not for everybody. */
    private static Set<String> merge(CacheEntry entry, Path loaded) throws IOException {
        Set<String> lines = new LinkedHashSet<>();
        Path standard = entry.image().resolve("lib/classlist");
        if (Files.exists(standard)) {
            lines.addAll(Files.readAllLines(standard));
        }
        lines.addAll(Files.readAllLines(loaded));
        lines.addAll(OF_LATER_STARTS);
        lines.removeIf(line -> line.contains("dev/weft/weaver/"));
        return lines;
    }

    private static String java(CacheEntry entry) {
        return entry.image().resolve("bin/java").toString();
    }

    private static String ownJar() {
        try {
            return Path.of(Sample.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a jar's location is a file", e);
        }
    }
}

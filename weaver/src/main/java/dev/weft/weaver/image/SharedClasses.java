package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.cache.Folders;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Dumps the image's archives of shared classes. One holds those that any program loads when it starts, as the JDK's own
 * list has them, and those that a small program loads under Weft. All of it is relocated in every start, whether it is
 * used or not (JDK 17's {@code ArchiveRelocationMode=1}), so that there is a second one, of what hello world loads, for
 * programs that need hardly more: see {@code dev.weft.agent.ArchiveChoice}.
 *
 * <p>Running the sample, without and with the archives, is also the proof that the image works: it must print its
 * greeting and nothing else.
 */
final class SharedClasses {
    /** What makes the sample small. */
    private static final List<String> SMALL = List.of("hello");

    /**
     * What a start loads that the sample's does not: it has no woven classes of earlier runs, and its own class comes
     * from a jar. A test looks for others.
     */
    private static final List<String> OF_LATER_STARTS = List.of(
            "dev/weft/agent/CacheFile",
            "java/io/FileInputStream$1",
            "jdk/internal/loader/URLClassPath$FileLoader",
            "jdk/internal/loader/URLClassPath$FileLoader$1");

    private SharedClasses() {}

    /** Makes the archives of an entry that is in its final place. */
    static void dump(CacheEntry entry) throws IOException {
        dump(entry, ofAnyProgram(entry), entry.sharedClasses(), List.of());
        dump(entry, loadedLater(entry), entry.fewSharedClasses(), List.of());
        runSample(entry, entry.sharedClasses(), List.of(), List.of());
        runSample(entry, entry.fewSharedClasses(), List.of(), SMALL);
        makeDefault(entry);
    }

    /**
     * Makes the larger archive that of a java which is started without options: by programs that start others with
     * {@code java.home}, as build tools do. It has another name, by which such programs are told from those on Weft.
     */
    private static void makeDefault(CacheEntry entry) throws IOException {
        Path byDefault = entry.image().resolve("lib/server/classes.jsa");
        try {
            Files.createLink(byDefault, entry.sharedClasses());
        } catch (UnsupportedOperationException | FileSystemException noHardLinks) {
            Files.copy(entry.sharedClasses(), byDefault);
        }
    }

    /** Those that any program loads when it starts. */
    static Set<String> ofAnyProgram(CacheEntry entry) throws IOException {
        Set<String> all = loaded(entry, List.of());
        Path standard = entry.image().resolve("lib/classlist");
        if (Files.exists(standard)) {
            all.addAll(Files.readAllLines(standard));
        }
        return all;
    }

    /**
     * What a start loads that finds its woven classes in the cache. The agent looks there only if the entry has a seal;
     * an empty one, as it has meanwhile, is that of a corrupt entry to all others, should this be interrupted.
     */
    private static Set<String> loadedLater(CacheEntry entry) throws IOException {
        Files.createFile(entry.complete());
        try {
            runSample(entry, entry.sharedClasses(), List.of(), SMALL);
            return loaded(entry, SMALL);
        } finally {
            Files.delete(entry.complete());
            Folders.delete(entry.classes());
            Folders.delete(entry.small());
        }
    }

    private static Set<String> loaded(CacheEntry entry, List<String> arguments) throws IOException {
        Path list = Files.createTempFile("weft", ".classes");
        try {
            // the property of Weft is there to be looked up in the table of all
            List<String> dumping = List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + list, "-Dweft.threads=all");
            runSample(entry, entry.sharedClasses(), dumping, arguments);
            return new LinkedHashSet<>(Files.readAllLines(list));
        } finally {
            Files.delete(list);
        }
    }

    /**
     * Makes an archive.
     *
     * @param options of java, for instance the class path
     */
    static void dump(CacheEntry entry, Set<String> loaded, Path archive, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(java(entry), "-Xshare:dump", "-Xlog:cds*=off", "-XX:+UseG1GC"));
        command.addAll(options);
        Path list = Files.createTempFile("weft", ".classlist");
        try {
            Files.write(list, shared(loaded));
            command.add("-XX:SharedClassListFile=" + list);
            command.add("-XX:SharedArchiveFile=" + archive);
            JdkTool.run("make an archive of shared classes", command, entry.path());
        } finally {
            Files.delete(list);
        }
    }

    static void runSample(CacheEntry entry, Path archive, List<String> options, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(java(entry)));
        command.addAll(LaunchFlags.image(entry, archive));
        command.addAll(options);
        command.addAll(List.of("-cp", WeftRuntime.thisJar().toString(), Sample.class.getName()));
        command.addAll(arguments);
        String output =
                JdkTool.run("start the woven image", command, entry.path()).strip();
        if (!output.equals(Sample.GREETING)) {
            throw new WeaveException("the woven image does not run a small program as it should, which printed \""
                    + output.replace('\n', ' ') + "\"; weave with --patch-only to do without an image");
        }
    }

    /** The sample's own class is not for everybody. */
    private static Set<String> shared(Set<String> loaded) {
        Set<String> lines = new LinkedHashSet<>(loaded);
        lines.addAll(OF_LATER_STARTS);
        lines.removeIf(line -> line.contains("dev/weft/weaver/"));
        return lines;
    }

    static String java(CacheEntry entry) {
        return entry.image().resolve("bin/java").toString();
    }
}

package dev.weft.weaver.image;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The archives of shared classes of a linked program, whose files are in their final place. */
public final class ProgramArchives {
    private static final String LOAD_ALL = "dev.weft.agent.LoadAll";

    private final CacheEntry entry;
    private final String classPath;

    /** Those of the program in that folder, with the class path that the JVM will have. */
    public ProgramArchives(CacheEntry entry, String classPath) {
        this.entry = entry;
        this.classPath = classPath;
    }

    /** Makes the archive of the JDK's classes, which any copy of the program can use. */
    public void dumpJdk() throws IOException {
        SharedClasses.dump(entry, SharedClasses.ofAnyProgram(entry), entry.sharedClasses(), List.of());
        SharedClasses.runSample(entry, entry.sharedClasses(), List.of(), List.of());
    }

    /**
     * Makes an archive of those and of the program's classes, which lie woven on the class path meanwhile.
     *
     * @param classes of the program, and others of the JDK that it loads
     */
    public void dumpProgram(Collection<String> classes, Path archive) throws IOException {
        Set<String> all = SharedClasses.ofAnyProgram(entry);
        all.addAll(classes);
        SharedClasses.dump(entry, all, archive, List.of("-cp", classPath));
    }

    /**
     * What became of a run of the program.
     *
     * @param exit its exit code; 0 if it was asked to end
     * @param classes the names of the classes that it loaded, with slashes
     */
    public record Training(int exit, Set<String> classes) {}

    /**
     * Runs the program, and asks it to end if it does not by itself.
     *
     * @param start options and arguments of java
     * @param seconds for which it may run
     */
    public Training train(List<String> start, int seconds) throws IOException {
        Path list = Files.createTempFile("weft", ".classes");
        try {
            List<String> command = new ArrayList<>(List.of(SharedClasses.java(entry)));
            command.addAll(LaunchFlags.image(entry, entry.sharedClasses()));
            command.addAll(List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + list));
            command.addAll(start);
            int exit = JdkTool.runFor(seconds, command);
            Set<String> names = new LinkedHashSet<>(Files.readAllLines(list));
            // what follows these signs is no class's name
            names.removeIf(line -> line.startsWith("#") || line.startsWith("@"));
            return new Training(exit, names);
        } finally {
            Files.delete(list);
        }
    }

    /**
     * Loads the program's classes, in a run on Weft that does nothing else.
     *
     * @param options more options of java
     * @return how many could be loaded
     */
    public int load(List<String> classes, Path archive, List<String> options) throws IOException {
        Path list = Files.createTempFile("weft", ".names");
        try {
            Files.write(
                    list, classes.stream().map(each -> each.replace('/', '.')).toList());
            List<String> command = new ArrayList<>(List.of(SharedClasses.java(entry)));
            command.addAll(LaunchFlags.image(entry, archive));
            command.addAll(options);
            command.addAll(List.of("-cp", classPath, LOAD_ALL, list.toString()));
            String output = JdkTool.run("load the program's classes", command, entry.path())
                    .strip();
            try {
                return Integer.parseInt(output.substring(output.lastIndexOf('\n') + 1));
            } catch (NumberFormatException e) {
                throw new WeaveException("cannot load the program's classes: " + output.replace('\n', ' '));
            }
        } finally {
            Files.delete(list);
        }
    }
}

package dev.weft.agent;

import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RuntimeNames;
import dev.weft.agent.frameworks.FrameworkRecipes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** The woven classes that a run of a linked program has left in its folder. Not safe for use by several threads. */
public final class KeptClasses {
    private final ClassCache cache;
    private final Map<Long, MethodSet> quiet;
    private final ExperienceFile given = new ExperienceFile();
    private final FrameworkRecipes frameworks = new FrameworkRecipes();

    private KeptClasses(ClassCache cache, Map<Long, MethodSet> quiet) {
        this.cache = cache;
        this.quiet = quiet;
    }

    /** Marks the folder of a woven JDK as that of one program, which is being linked. */
    public static void prepare(Path entry) throws IOException {
        Files.writeString(entry.resolve(LinkedProgram.MARKER), "");
    }

    /**
     * Opens what the program's run has left in that folder.
     *
     * @throws IOException if what it has seen of the program's methods cannot be read
     */
    public static KeptClasses in(Path entry) throws IOException {
        File classes = entry.resolve("classes").toFile();
        String name = LinkedProgram.cacheName(entry.toFile(), Set.of(), false);
        File seen = new File(classes, name + ExperienceFile.SUFFIX);
        ExperienceFile known = seen.exists() ? ExperienceFile.read(seen) : new ExperienceFile();
        return new KeptClasses(ClassCache.open(classes, name), known.needsAllTwins() ? Map.of() : known.quiet());
    }

    /** From now on the agent takes the classes of the program's archive for those that are kept by now. */
    public static void seal(Path entry) throws IOException {
        Path classes = entry.resolve("classes").resolve(LinkedProgram.cacheName(entry.toFile(), Set.of(), false));
        Files.writeString(entry.resolve(LinkedProgram.MARKER), Files.size(classes) + "\n");
    }

    /**
     * The woven class file, as the agent gives it to the VM, with the methods that the program's run has found quiet;
     * null if none was kept, or it is not for others.
     *
     * @param name with slashes
     */
    public byte[] woven(String name, byte[] file) {
        try {
            if (RuntimeNames.close(file) != file) {
                return null;
            }
        } catch (Malformed e) {
            return null;
        }
        byte[] original = frameworks.apply(name, file);
        ContentHash hash = ContentHash.of(original);
        MethodSet methods = quiet.getOrDefault(hash.first, MethodSet.NONE);
        byte[] woven = methods.isEmpty()
                ? null
                : cache.find(original.length, Experience.key(hash, new QuietSoFar(methods, hash.first)));
        if (woven == null) {
            return cache.find(original);
        }
        given.addQuiet(hash.first, methods);
        return woven;
    }

    /** Tells the agent which methods are quiet in the class files that {@link #woven} has given, for the archive. */
    public void tellQuiet(Path entry) throws IOException {
        if (!given.quiet().isEmpty()) {
            Files.write(entry.resolve(LinkedProgram.QUIET), given.bytes());
        }
    }
}

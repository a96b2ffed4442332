package dev.weft.agent;

import dev.weft.agent.format.Malformed;
import dev.weft.agent.format.RuntimeNames;
import dev.weft.agent.frameworks.FrameworkRecipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The woven classes that a run of a linked program has left in its folder. Not safe for use by several threads. */
public final class KeptClasses {
    private final ClassCache cache;
    private final FrameworkRecipes frameworks = new FrameworkRecipes();

    private KeptClasses(ClassCache cache) {
        this.cache = cache;
    }

    /** Marks the folder of a woven JDK as that of one program, which is being linked. */
    public static void prepare(Path entry) throws IOException {
        Files.writeString(entry.resolve(LinkedProgram.MARKER), "");
    }

    /** Opens what the program's run has left in that folder. */
    public static KeptClasses in(Path entry) {
        String name = LinkedProgram.cacheName(entry.toFile(), Set.of(), false);
        return new KeptClasses(ClassCache.open(entry.resolve("classes").toFile(), name));
    }

    /** From now on the agent takes the classes of the program's archive for those that are kept by now. */
    public static void seal(Path entry) throws IOException {
        Path classes = entry.resolve("classes").resolve(LinkedProgram.cacheName(entry.toFile(), Set.of(), false));
        Files.writeString(entry.resolve(LinkedProgram.MARKER), Files.size(classes) + "\n");
    }

    /**
     * The woven class file, as the agent gives it to the VM; null if none was kept, or it is not for others.
     *
     * @param name with slashes
     */
    public byte[] woven(String name, byte[] file) {
        try {
            return RuntimeNames.close(file) == file ? cache.find(frameworks.apply(name, file)) : null;
        } catch (Malformed e) {
            return null;
        }
    }
}

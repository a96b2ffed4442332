package dev.weft.weaver.link;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.Attributes;

/** The class with which a program starts. */
final class MainClass {
    private MainClass() {}

    /**
     * Fails unless one of the program's jars has it, or the JDK its package.
     *
     * @param jars where the program's jars lie
     * @param packages the JDK's, with slashes
     */
    static void check(Application application, Path jars, Set<String> packages) throws IOException {
        String name = application.mainClass();
        if (name == null) {
            Path first = jars.resolve(application.jars().get(0));
            name = ApplicationFiles.manifest(first)
                    .getValue(Attributes.Name.MAIN_CLASS)
                    .strip();
        }
        String path = name.replace('.', '/');
        for (Path each : application.jars()) {
            if (ProgramClasses.has(jars.resolve(each), path)) {
                return;
            }
        }
        if (!packages.contains(path.substring(0, Math.max(0, path.lastIndexOf('/'))))) {
            throw new WeaveException("no jar of the program has its main class " + name
                    + ": name it with its package, or add the jar that has it");
        }
    }
}

package dev.weft.weaver.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that could not start is not linked. */
class MainClassTest {
    private static final Set<String> PACKAGES = Set.of("sun/tools");

    @TempDir
    private Path jars;

    @BeforeEach
    void write() throws IOException {
        write("a.jar", "p.Main ", "q/Other.class");
        write("b.jar", "p.None", "p/Main.class");
    }

    private void write(String name, String mainClass, String entry) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(jars.resolve(name)), manifest)) {
            jar.putNextEntry(new ZipEntry(entry));
        }
    }

    private void check(String mainClass, String... files) throws IOException {
        List<Path> paths = List.of(files).stream().map(Path::of).toList();
        MainClass.check(new Application("name", paths, mainClass), jars, PACKAGES);
    }

    private String refused(String mainClass, String... files) {
        return assertThrows(WeaveException.class, () -> check(mainClass, files)).getMessage();
    }

    @Test
    void itMayBeInAnyJarOrInTheJdk() throws IOException {
        check(null, "a.jar", "b.jar");
        check("p.Main", "a.jar", "b.jar");
        check("q/Other", "a.jar");
        check("sun.tools.Main", "a.jar");
    }

    @Test
    void oneThatNoJarHasIsNamed() {
        String message = "no jar of the program has its main class %s:"
                + " name it with its package, or add the jar that has it";
        assertEquals(message.formatted("p.None"), refused(null, "b.jar"));
        assertEquals(message.formatted("Main"), refused("Main", "a.jar", "b.jar"));
    }
}

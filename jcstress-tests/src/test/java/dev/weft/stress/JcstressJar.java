package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;

/** A jar in place of jcstress's, whose main class only prints. */
final class JcstressJar {
    private static final String MAIN = "org/openjdk/jcstress/Main.class";

    private JcstressJar() {}

    /** Writes it, from the text of the class {@code org.openjdk.jcstress.Main}. */
    static void write(Path file, String main) throws IOException {
        Path folder = Files.createTempDirectory(file.toAbsolutePath().getParent(), "classes");
        Path source = Files.writeString(folder.resolve("Main.java"), main);
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString()));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.openjdk.jcstress.Main");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, libraries());
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new JarEntry(MAIN));
            Files.copy(folder.resolve(MAIN), jar);
        }
    }

    /** The real jcstress, for the control's annotations. */
    private static String libraries() {
        List<String> jars = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(":")) {
            if (each.endsWith(".jar")) {
                jars.add(Path.of(each).toUri().toString());
            }
        }
        return String.join(" ", jars);
    }
}

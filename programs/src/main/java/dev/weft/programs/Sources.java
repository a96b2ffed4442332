package dev.weft.programs;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs in other languages: their sources, which are resources, and their classes. */
public final class Sources {
    private Sources() {}

    /** The text of a resource, by its name without {@code .txt}. */
    public static String of(String name) throws IOException {
        try (InputStream in = Sources.class.getResourceAsStream(name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Where a compiler is to put the classes: where the property says, so that others find them, or anywhere. */
    static Path classes(String language) throws IOException {
        String folder = System.getProperty("programs.classes");
        return folder == null
                ? Files.createTempDirectory(language)
                : Files.createDirectories(Path.of(folder, language));
    }

    static Path write(String name) throws IOException {
        return Files.writeString(Files.createTempDirectory("sources").resolve(name), of(name));
    }

    /** Calls {@code main}. */
    static void run(Path classes, String name, String... arguments) throws Exception {
        URL[] urls = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, Sources.class.getClassLoader())) {
            Method main = loader.loadClass(name).getMethod("main", String[].class);
            try {
                main.invoke(null, (Object) arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }
}

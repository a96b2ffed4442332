package dev.weft.fuzz;

import dev.weft.fuzz.gen.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Programs that once disagreed: a folder for each, with its class files in the order in which they are to be defined,
 * as {@code 0-Name.class} and so on, and {@code program.txt}, the same as text.
 */
public final class Corpus {
    private static final String PACKAGE = "fuzzed/";

    private Corpus() {}

    /** The programs by name; the folder must exist. */
    public static Map<String, Program> read(Path folder) throws IOException {
        Map<String, Program> result = new LinkedHashMap<>();
        for (Path each : sorted(folder)) {
            Map<String, byte[]> classes = new LinkedHashMap<>();
            for (Path file : sorted(each)) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")) {
                    String plain = name.substring(name.indexOf('-') + 1, name.length() - ".class".length());
                    classes.put(PACKAGE + plain, Files.readAllBytes(file));
                }
            }
            if (!classes.isEmpty()) {
                result.put(each.getFileName().toString(), new Program(classes));
            }
        }
        return result;
    }

    private static List<Path> sorted(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Adds a program. */
    public static void write(Path folder, String name, Program program) throws IOException {
        Path to = Files.createDirectories(folder.resolve(name));
        int k = 0;
        for (Map.Entry<String, byte[]> each : program.classes().entrySet()) {
            String file = k++ + "-" + each.getKey().substring(PACKAGE.length()) + ".class";
            Files.write(to.resolve(file), each.getValue());
        }
        Files.writeString(to.resolve("program.txt"), Report.text(program));
    }
}

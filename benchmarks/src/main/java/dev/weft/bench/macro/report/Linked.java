package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Child;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A program that {@code weft link} has made of a class path, in a folder of its own, which {@link #close} removes. */
final class Linked implements AutoCloseable {
    private static final int BOUND_SECONDS = 600;
    private static final String NAME = "program";
    private static final String TRAINING_WINDOWS = "100";
    private static final String TRAINING_MILLIS = "200";

    private final Path folder;

    private Linked(Path folder) {
        this.folder = folder;
    }

    /**
     * Links a program, which runs for 20 s to show what it loads and which of its methods are quiet.
     *
     * @param weft the launcher
     * @param classPath of jars, and folders, which are packed
     * @param options of {@code java}, with which it always starts
     * @param type the program's class
     * @throws IOException if it cannot be linked
     */
    static Linked of(String weft, String classPath, List<String> options, String type)
            throws IOException, InterruptedException {
        Linked made = new Linked(Files.createTempDirectory("linked"));
        try {
            made.link(weft, classPath, options, type);
        } catch (IOException | InterruptedException e) {
            made.close();
            throw e;
        }
        return made;
    }

    private void link(String weft, String classPath, List<String> options, String type)
            throws IOException, InterruptedException {
        List<String> jars = new ArrayList<>();
        for (String each : classPath.split(File.pathSeparator)) {
            Path path = Path.of(each);
            jars.add(Files.isDirectory(path) ? pack(path, jars.size()).toString() : each);
        }
        Path said = folder.resolve("said");
        String path = String.join(File.pathSeparator, jars);
        List<String> command = new ArrayList<>(
                List.of(weft, "link", "-cp", path, Child.class.getName(), "--name", NAME, "-o", place().toString()));
        options.forEach(each -> command.add("--java-option=" + each));
        command.add("--train=" + BOUND_SECONDS / 2);
        Path work = Files.createDirectory(folder.resolve("work"));
        for (String each : List.of(type, TRAINING_WINDOWS, TRAINING_MILLIS, work.toString())) {
            command.add("--train-argument=" + each);
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        boolean hasEnded = process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
        if (!hasEnded) {
            process.destroyForcibly().waitFor();
        }
        if (!hasEnded || process.exitValue() != 0) {
            List<String> lines = Files.readAllLines(said);
            throw new Runs.Failed(
                    "not linked: " + (lines.isEmpty() ? "nothing was said" : lines.get(lines.size() - 1)));
        }
    }

    private Path pack(Path classes, int number) throws IOException {
        Path jar = folder.resolve("classes" + number + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private Path place() {
        return folder.resolve("image");
    }

    /** What starts it, with these options of {@code java}, none of which has a space; its arguments come behind. */
    List<String> command(List<String> options) {
        if (options.stream().anyMatch(each -> each.contains(" "))) {
            throw new IllegalArgumentException("an option with a space: " + options);
        }
        String script = place().resolve("bin").resolve(NAME).toString();
        return List.of("env", "JAVA_OPTS=" + String.join(" ", options), script);
    }

    @Override
    public void close() throws IOException {
        Runs.remove(folder);
    }
}

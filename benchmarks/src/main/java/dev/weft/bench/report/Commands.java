package dev.weft.bench.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs programs to their end. */
public final class Commands {
    private Commands() {}

    /** The output, if the program ends well. */
    public static String output(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        if (exit != 0) {
            throw new IOException("exit code " + exit + " of " + String.join(" ", command) + ": " + output.strip());
        }
        return output;
    }

    /** The program of this name, or null. */
    public static Path onPath(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** The jar that the benchmarks are in. */
    static Path benchmarksJar() {
        String first = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        return Path.of(first).toAbsolutePath().resolveSibling("benchmarks.jar");
    }
}

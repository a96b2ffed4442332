package dev.weft.frameworks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** A program of the test class path, run in a JVM of its own: on Weft, or on the plain JDK. */
public final class Program {
    private static final String JDK = System.getProperty("java.home");
    private static final String WEFT = System.getProperty("frameworks.weft");
    private static final long PATIENCE_SECONDS = 300;

    private Program() {}

    /** Runs it on the plain JDK; returns what it has said, each line once, sorted. */
    public static List<String> onThePlainJdk(Class<?> main) throws IOException, InterruptedException {
        return run(List.of(JDK + "/bin/java"), main, List.of());
    }

    /** Runs it on Weft with these options; returns what it has said, each line once, sorted. */
    public static List<String> onWeft(Class<?> main, String... options) throws IOException, InterruptedException {
        return run(List.of("sh", WEFT), main, List.of(options));
    }

    private static List<String> run(List<String> java, Class<?> main, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Path out = Files.createTempFile("frameworks", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "WEFT_MODE"));
        environment.put("WEFT_JAVA_HOME", JDK);
        environment.putIfAbsent(
                "WEFT_CACHE", Path.of("target", "weft-cache").toAbsolutePath().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError(main.getName() + " does not end: " + Files.readString(out));
        }
        String text = Files.readString(out);
        Files.delete(out);
        if (process.exitValue() != 0) {
            throw new AssertionError(main.getName() + " ended with " + process.exitValue() + ": " + text);
        }
        TreeSet<String> seen = new TreeSet<>();
        text.lines().filter(line -> line.startsWith("seen: ")).forEach(line -> seen.add(line.substring(6)));
        return List.copyOf(seen);
    }
}

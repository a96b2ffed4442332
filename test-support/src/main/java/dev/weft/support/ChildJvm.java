package dev.weft.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * JVMs in processes of their own: on the JDK that runs the caller, plain, or woven by the launcher of this checkout.
 * They see none of the caller's settings, but for {@code WEFT_CACHE}. Thread-safe.
 */
public final class ChildJvm {
    /** The property that names another launcher than the checkout's. */
    public static final String LAUNCHER = "weft.launcher";

    private static final String JDK = System.getProperty("java.home");

    private static final List<String> SETTINGS =
            List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "WEFT_MODE");

    private ChildJvm() {}

    /** On what a child runs. */
    public enum On {
        /** The JDK as it is. */
        PLAIN(""),
        /** Weft, started as the launcher likes best. */
        WEFT(""),
        /** Weft by {@code --patch-module}. */
        PATCH("patch"),
        /** The JDK that is woven for chaos mode, which {@code weft.chaos} turns on. */
        CHAOS("chaos");

        private final String mode;

        On(String mode) {
            this.mode = mode;
        }
    }

    /**
     * What became of a child.
     *
     * @param exit its exit code; -1 if it was killed because its time was over
     * @param out what it has written to standard output
     * @param err and to standard error
     */
    public record Result(int exit, String out, String err) {
        /** Whether it has ended by itself. */
        public boolean hasEnded() {
            return exit >= 0;
        }
    }

    /**
     * A JVM that is not started yet.
     *
     * @param arguments of {@code java}
     */
    public static ProcessBuilder builder(On on, List<String> arguments) {
        List<String> command = new ArrayList<>(
                on == On.PLAIN
                        ? List.of(JDK + "/bin/java")
                        : List.of("sh", launcher().toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(SETTINGS);
        environment.put("WEFT_CACHE", cache().toString());
        environment.put("WEFT_JAVA_HOME", JDK);
        if (!on.mode.isEmpty()) {
            environment.put("WEFT_MODE", on.mode);
        }
        return builder;
    }

    /** The folder of woven JDKs: {@code WEFT_CACHE}, else one below the module's {@code target}. */
    public static Path cache() {
        String given = System.getenv("WEFT_CACHE");
        return Path.of(given == null ? "target/weft-cache" : given).toAbsolutePath();
    }

    /**
     * The launcher: what the property {@value #LAUNCHER} names, else {@code bin/weft} of the checkout that the working
     * folder is in.
     *
     * @throws IllegalStateException if it is in none
     */
    public static Path launcher() {
        String named = System.getProperty(LAUNCHER);
        if (named != null) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            Path launcher = folder.resolve("bin").resolve("weft");
            if (Files.isRegularFile(launcher)) {
                return launcher;
            }
        }
        throw new IllegalStateException(
                start + " is in no checkout of Weft, and -D" + LAUNCHER + " names no launcher: set one");
    }

    /** Builds and runs a JVM. */
    public static Result run(On on, Duration patience, List<String> arguments)
            throws IOException, InterruptedException {
        return run(builder(on, arguments), patience);
    }

    /**
     * Runs a process to its end, with nothing on standard input; or kills it, with all that it has started, when its
     * time is over or the caller is interrupted.
     *
     * @param builder its redirections of output are replaced; one that merges standard error stays
     * @throws InterruptedException if the caller is interrupted
     */
    public static Result run(ProcessBuilder builder, Duration patience) throws IOException, InterruptedException {
        Path out = Files.createTempFile("child", ".out");
        Path err = Files.createTempFile("child", ".err");
        try {
            Process process = builder.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            try {
                process.getOutputStream().close();
                boolean hasEnded = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
                if (!hasEnded) {
                    kill(process);
                }
                return new Result(hasEnded ? process.exitValue() : -1, read(out), read(err));
            } finally {
                kill(process);
            }
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static void kill(Process process) throws InterruptedException {
        if (process.isAlive()) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroyForcibly();
            started.forEach(ProcessHandle::destroyForcibly);
            process.waitFor();
        }
    }

    /** A child that was killed may have written half a character. */
    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}

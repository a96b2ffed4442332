package dev.weft.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Starts JVMs, plain and woven, with all libraries on their class path. */
final class Child {
    private static final Path WEFT = Path.of(System.getProperty("programs.weft", "../bin/weft"))
            .toAbsolutePath()
            .normalize();
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String CACHE = System.getenv()
            .getOrDefault("WEFT_CACHE", TARGET.resolve("weft-cache").toString());
    private static final String JDK = System.getProperty("java.home");

    /** After so long a child is taken for hung. */
    private static final int SECONDS = 1_800;

    private Child() {}

    /** What became of a child; the exit code is -1 if it was killed because its time was over. */
    record Result(int exit, String out, String err) {}

    /** The class path of the tests, which is that of the programs and more. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The folder of woven JDKs. */
    static Path cache() {
        return Path.of(CACHE);
    }

    /** Where compilers leave classes for the programs that run them. */
    static Path classes() {
        return TARGET.resolve("compiled");
    }

    /** Runs {@link Run} with the arguments; the option may be empty. */
    static Result run(Mode mode, String option, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-Dprograms.jdk=" + JDK, "-Xmx1g"));
        if (!option.isEmpty()) {
            all.add(option);
        }
        all.addAll(List.of("-cp", classPath(), Run.class.getName()));
        all.addAll(List.of(arguments));
        return java(mode, all);
    }

    /** Runs a JVM to its end, or kills it when it seems to hang. */
    static Result java(Mode mode, List<String> arguments) throws IOException, InterruptedException {
        return java(mode, Map.of(), arguments);
    }

    /** The same with more in its environment. */
    static Result java(Mode mode, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("program", ".out");
        Path err = Files.createTempFile("program", ".err");
        Process process = builder(mode, environment, arguments)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            process.getOutputStream().close();
            boolean hasEnded = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!hasEnded) {
                process.destroyForcibly().waitFor();
            }
            return new Result(hasEnded ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static ProcessBuilder builder(Mode mode, Map<String, String> more, List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (mode == Mode.PLAIN) {
            command.add(JDK + "/bin/java");
        } else {
            command.addAll(List.of("sh", WEFT.toString(), "-Dweft.parallelism=2"));
        }
        if (mode == Mode.CHAOS) {
            command.add("-Dweft.chaos=42,1");
        }
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "WEFT_MODE"));
        environment.put("WEFT_CACHE", CACHE);
        environment.put("WEFT_JAVA_HOME", JDK);
        environment.put("TZ", "UTC");
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(more);
        if (mode == Mode.CHAOS) {
            environment.put("WEFT_MODE", "chaos");
        }
        return builder;
    }
}

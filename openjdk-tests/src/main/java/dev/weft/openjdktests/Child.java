package dev.weft.openjdktests;

import dev.weft.openjdktests.runner.Runner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM that runs one action. */
final class Child {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
    private static final int LONGEST_DETAIL = 300;

    private Child() {}

    /** What became of it. */
    record Result(Verdict verdict, long millis, String detail) {}

    /**
     * Runs a command to its end, or kills it, with what it has started, when its time is over.
     *
     * @param classPath for the JVMs that the test starts, as jtreg gives it: in the environment
     */
    static Result run(List<String> command, String classPath, Path folder, Path log, long millis, boolean isToFail)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "WEFT_MODE"));
        builder.environment().put("CLASSPATH", classPath);
        builder.environment().put("WEFT_JAVA_HOME", System.getProperty("java.home"));
        long begin = System.nanoTime();
        Process process = builder.start();
        RUNNING.add(process);
        try {
            process.getOutputStream().close();
            boolean hasEnded = process.waitFor(millis, TimeUnit.MILLISECONDS);
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            if (!hasEnded) {
                kill(process);
                return new Result(Verdict.TIMEOUT, took, "did not end within " + millis / 1_000 + " s");
            }
            Verdict verdict = Verdict.ofExit(process.exitValue(), isToFail);
            return new Result(verdict, took, verdict == Verdict.PASSED ? "" : detail(log, process.exitValue()));
        } finally {
            RUNNING.remove(process);
        }
    }

    /** Kills all that run now. */
    static void killAll() {
        RUNNING.forEach(Child::kill);
    }

    private static void kill(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** What the runner says of the failure, or else the last line of the log. */
    private static String detail(Path log, int exit) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            String last = "";
            String why = "";
            for (String line : (Iterable<String>) lines::iterator) {
                why = line.startsWith(Runner.WHY) ? line.substring(Runner.WHY.length()) : why;
                last = line.isBlank() ? last : line;
            }
            String text = why.isEmpty() ? "exit code " + exit + ": " + last : why;
            return text.substring(0, Math.min(text.length(), LONGEST_DETAIL));
        }
    }
}

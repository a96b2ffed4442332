package dev.weft.weaver.image;

import dev.weft.weaver.error.WeaveException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program of a JDK and waits for its end. */
final class JdkTool {
    private static final int SECONDS_TO_END = 30;

    private JdkTool() {}

    /**
     * Runs it, without the variables that add options to a java.
     *
     * @param purpose ends the sentence "cannot ..." of the error
     * @return what it printed
     * @throws WeaveException if it fails
     */
    static String run(String purpose, List<String> command, Path folder) throws IOException {
        ProcessBuilder builder = builder(command).directory(folder.toFile()).redirectErrorStream(true);
        Process process = builder.start();
        process.getOutputStream().close();
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
        int exit = exit(process);
        Runtime.getRuntime().removeShutdownHook(killer);
        if (exit != 0) {
            throw failure(purpose, command.get(0), exit, output);
        }
        return output;
    }

    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"));
        return builder;
    }

    /**
     * Runs somebody else's program in the current folder, for a bounded time; what it prints goes to standard error.
     *
     * @return its exit code; 0 if it was asked to end
     */
    static int runFor(int seconds, List<String> command) throws IOException {
        Process process = builder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .start();
        Thread killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
        Thread printer = new Thread(() -> {
            try (InputStream output = process.getInputStream()) {
                output.transferTo(System.err);
            } catch (IOException ended) {
                // by force
            }
        });
        printer.setDaemon(true);
        printer.start();
        boolean isAsked = false;
        try {
            isAsked = !process.waitFor(seconds, TimeUnit.SECONDS);
            if (isAsked) {
                process.destroy();
                if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int exit = exit(process);
        Runtime.getRuntime().removeShutdownHook(killer);
        return isAsked ? 0 : exit;
    }

    /** What is thrown when a program failed. */
    static WeaveException failure(String purpose, String program, int exit, String output) {
        return new WeaveException("cannot " + purpose + ": " + program + " ended with exit code " + exit
                + firstLines(output) + "; weave with --patch-only to do without an image");
    }

    private static int exit(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new WeaveException("interrupted; start again");
        }
    }

    private static String firstLines(String output) {
        String line = output.strip().replaceAll("\\s*\\R\\s*", " | ");
        return line.isEmpty() ? "" : ", saying \"" + line.substring(0, Math.min(line.length(), 500)) + "\"";
    }
}

package dev.weft.maven;

import dev.weft.weaver.jrt.WeftRuntime;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;

/** Runs Weft's weaver, the jar that this plugin depends on, in a JVM of its own. */
final class WeaverProgram {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private WeaverProgram() {}

    /** The command of the weaver with those arguments, on the JDK that runs Maven. */
    static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "-XX:+UseParallelGC",
                "-XX:MaxRAMPercentage=50",
                "-jar",
                WeftRuntime.thisJar().toString()));
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs the weaver; what it does, and what is wrong, goes to standard error.
     *
     * @return what it printed
     * @throws MojoFailureException if it fails
     */
    static String run(List<String> arguments) throws MojoFailureException {
        Process process = start(command(arguments), ProcessBuilder.Redirect.PIPE);
        try {
            String output = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
            int exit = process.waitFor();
            if (exit != 0) {
                throw new MojoFailureException("weft " + arguments.get(0) + " failed: see the line above");
            }
            return output.strip();
        } catch (IOException e) {
            throw new MojoFailureException("weft " + arguments.get(0) + " cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new MojoFailureException("interrupted", e);
        }
    }

    /** Runs a program to its end, with the standard streams of Maven, and returns its exit code. */
    static int runInForeground(List<String> command) throws MojoFailureException {
        Process process = start(command, ProcessBuilder.Redirect.INHERIT);
        Thread killer = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new MojoFailureException("interrupted", e);
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(killer);
            } catch (IllegalStateException e) {
                // Maven is ending, and the program with it
            }
        }
    }

    private static Process start(List<String> command, ProcessBuilder.Redirect output) throws MojoFailureException {
        try {
            return new ProcessBuilder(command)
                    .inheritIO()
                    .redirectOutput(output)
                    .start();
        } catch (IOException e) {
            throw new MojoFailureException("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }
}

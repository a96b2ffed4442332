package dev.weft.maven;

import dev.weft.weaver.cache.CacheEntry;
import dev.weft.weaver.jrt.WeftRuntime;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;

/** Runs Weft's weaver, the jar that this plugin depends on, in a JVM of its own. */
final class WeaverProgram {
    private WeaverProgram() {}

    /** Before anything is removed or started. */
    static void checkJar(File jar) throws MojoFailureException {
        if (!jar.isFile()) {
            throw new MojoFailureException("no jar at " + jar + ": package the project first, or set weft.jar");
        }
    }

    /** The JDK that runs Maven; if that is a woven one, that which it was woven from, since the weaver needs it. */
    private static Path jdk() {
        Path home = Path.of(System.getProperty("java.home"));
        try {
            return CacheEntry.unwoven(home);
        } catch (IOException e) {
            return home;
        }
    }

    /** The command of the weaver with those arguments, on the JDK that runs Maven. */
    static List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                jdk().resolve("bin").resolve("java").toString(),
                "-XX:+UseParallelGC",
                "-XX:MaxRAMPercentage=50",
                "-jar",
                WeftRuntime.thisJar().toString()));
        command.addAll(arguments);
        return command;
    }

    /**
     * Runs the weaver, without the variables that add options to a java; what it does, and what is wrong, goes to
     * standard error.
     *
     * @return what it printed
     * @throws MojoFailureException if it fails
     */
    static String run(List<String> arguments) throws MojoFailureException {
        ProcessBuilder builder =
                new ProcessBuilder(command(arguments)).inheritIO().redirectOutput(ProcessBuilder.Redirect.PIPE);
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        Process process = start(builder);
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
        Process process = start(new ProcessBuilder(command).inheritIO());
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

    private static Process start(ProcessBuilder builder) throws MojoFailureException {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new MojoFailureException("cannot start " + builder.command().get(0) + ": " + e.getMessage(), e);
        }
    }
}

package dev.weft.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.support.ChildJvm.On;
import dev.weft.support.ChildJvm.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ChildJvmTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Path source(String body) throws IOException {
        String text = "public class Child { public static void main(String[] a) throws Exception { " + body + " } }";
        return Files.writeString(folder.resolve("Child.java"), text);
    }

    @Test
    void aChildTellsItsEndAndBothOfItsOutputs() throws IOException, InterruptedException {
        Path source = source("System.out.print(a[0]); System.err.print(System.in.read()); System.exit(3);");
        Result result = ChildJvm.run(On.PLAIN, PATIENCE, List.of(source.toString(), "\u00e4"));
        assertEquals(3, result.exit(), result.toString());
        assertTrue(result.hasEnded());
        assertEquals("-1", result.err(), "standard input is empty");
    }

    /** The child that it starts would outlive it. */
    @Test
    void aChildThatDoesNotEndIsKilledWithWhatItHasStarted() throws IOException, InterruptedException {
        Path told = folder.resolve("pid");
        Path source = source("Process p = new ProcessBuilder(\"sleep\", \"600\").start();"
                + " java.nio.file.Files.writeString(java.nio.file.Path.of(a[0]), \"\" + p.pid());"
                + " java.nio.file.Files.move(java.nio.file.Path.of(a[0]), java.nio.file.Path.of(a[0] + \".done\"));"
                + " while (true) { Thread.sleep(1000); }");
        Path done = folder.resolve("pid.done");
        Result result = null;
        for (int seconds = 2; !Files.exists(done) && seconds < 60; seconds *= 2) {
            // on a busy machine it may not have come so far
            result = ChildJvm.run(On.PLAIN, Duration.ofSeconds(seconds), List.of(source.toString(), told.toString()));
            assertFalse(result.hasEnded());
            assertEquals(-1, result.exit());
        }
        long started = Long.parseLong(Files.readString(done));
        ProcessHandle.of(started).ifPresent(handle -> handle.onExit().join());
        assertTrue(ProcessHandle.of(started).filter(ProcessHandle::isAlive).isEmpty(), String.valueOf(result));
    }

    @Test
    void aChildSeesNoneOfTheCallersSettings() {
        ProcessBuilder builder = ChildJvm.builder(On.CHAOS, List.of("-version"));
        assertEquals("chaos", builder.environment().get("WEFT_MODE"));
        assertFalse(builder.environment().containsKey("JAVA_TOOL_OPTIONS"));
        assertEquals(System.getProperty("java.home"), builder.environment().get("WEFT_JAVA_HOME"));
        assertEquals(List.of("sh", ChildJvm.launcher().toString(), "-version"), builder.command());
        assertFalse(ChildJvm.builder(On.PLAIN, List.of()).environment().containsKey("WEFT_MODE"));
    }

    @Test
    void theLauncherIsTheCheckouts() {
        assertTrue(ChildJvm.launcher().endsWith(Path.of("bin", "weft")));
        assertTrue(Files.isRegularFile(ChildJvm.launcher().resolveSibling("../pom.xml")));
    }
}

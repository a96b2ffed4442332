package dev.weft.examples.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example, which needs a JVM under Weft, without a screen. */
class UserInterfaceTest {
    private static final Path WEFT = Path.of("../../bin/weft").toAbsolutePath().normalize();
    private static final String CACHE =
            Path.of("target/weft-cache").toAbsolutePath().toString();

    @TempDir
    private Path folder;

    /** The window throws where an access is not on the event thread, which ends the fiber with a trace. */
    @Test
    void allAccessIsOnTheEventThread() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                "sh",
                WEFT.toString(),
                "-Xmx256m",
                "-Djava.awt.headless=true",
                "-cp",
                "target/classes",
                "dev.weft.examples.schedulers.UserInterface"));
        builder.environment().putIfAbsent("WEFT_CACHE", CACHE);
        builder.environment().put("WEFT_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "WEFT_MODE"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        boolean hasEnded = process.waitFor(10, TimeUnit.MINUTES);
        process.destroyForcibly().waitFor();
        assertTrue(hasEnded, Files.readString(out));
        assertEquals(
                "2000 updates on the event thread\n1000 refused on workers\n",
                Files.readString(out),
                Files.readString(err));
        assertEquals(0, process.exitValue());
    }
}

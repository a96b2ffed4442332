package dev.weft.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs each example, which needs a JVM under Weft, and compares what it prints. */
class ExamplesTest {
    private static final Path WEFT = Path.of("../../bin/weft").toAbsolutePath().normalize();
    private static final String CACHE =
            Path.of("target/weft-cache").toAbsolutePath().toString();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Conversation | How old are you, Anna?/Where do you live?/Anna, 42, of Linz",
                "Fringe | true false/Next: 1/Next: 2/Next: 3",
                "SampleCoroutine | start/Coroutine running 1/middle/Coroutine running 2/end",
                "CoSaxParser | books/book/title/book/end",
                "BlockingHttp | #first #second",
                "Queens | 92 solutions",
                "Machine | right"
            })
    void printsWhatItSays(String example, String expected) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", WEFT.toString(), "-Xmx256m", "-cp", "target/classes"));
        command.add("dev.weft.examples." + example);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putIfAbsent("WEFT_CACHE", CACHE);
        builder.environment().put("WEFT_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "WEFT_MODE"));
        Path out = Files.createTempFile("example", ".out");
        Path err = Files.createTempFile("example", ".err");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        boolean hasEnded = process.waitFor(10, TimeUnit.MINUTES);
        process.destroyForcibly().waitFor();
        String found = Files.readString(out, StandardCharsets.UTF_8).strip();
        assertTrue(hasEnded, found);
        assertEquals(expected.replace('/', '\n').replace('#', '/'), found, Files.readString(err));
        assertEquals(0, process.exitValue());
        Files.delete(out);
        Files.delete(err);
    }
}

package dev.weft.tck.blocking;

import static dev.weft.tck.blocking.How.FREED;
import static dev.weft.tck.blocking.How.REPLACED;
import static dev.weft.tck.blocking.Places.MUCH;

import dev.weft.tck.Check;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code Process}, {@code ProcessBuilder} and {@code ProcessHandle}. */
public final class ProcessOperations {
    private ProcessOperations() {}

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).start();
    }

    /** Waits for a process that ends with 3 when its standard input does. */
    private static Scenario awaits(StreamOperations.Use<Process> use) throws IOException {
        Process process = shell("cat; exit 3");
        return Scenario.of(
                () -> use.with(process), () -> process.getOutputStream().close());
    }

    @Operation(value = "Process.waitFor()", how = FREED)
    public static Scenario waitFor() throws IOException {
        return awaits(process -> Check.equal(3, process.waitFor()));
    }

    @Operation(value = "Process.waitFor(long, TimeUnit)", how = FREED)
    public static Scenario waitForLong() throws IOException {
        return awaits(process -> Check.that(process.waitFor(1_000, TimeUnit.SECONDS), "it has ended"));
    }

    @Operation(value = "Process.onExit().get()", how = FREED)
    public static Scenario onExit() throws IOException {
        return awaits(process -> Check.equal(3, process.onExit().get().exitValue()));
    }

    @Operation(value = "ProcessHandle.onExit().join()", how = FREED)
    public static Scenario handleOnExit() throws IOException {
        return awaits(process -> Check.that(!process.toHandle().onExit().join().isAlive(), "it has ended"));
    }

    @Operation(value = "Process.getInputStream().read()", how = FREED)
    public static Scenario read() throws IOException {
        return awaits(process -> Check.equal(-1, process.getInputStream().read()));
    }

    @Operation(value = "Process.getErrorStream().read()", how = FREED)
    public static Scenario readError() throws IOException {
        return awaits(process -> Check.equal(-1, process.getErrorStream().read()));
    }

    @Operation(value = "Process.getOutputStream().write(byte[])", how = FREED)
    public static Scenario write() throws IOException {
        Path fifo = Places.fifo();
        Process process = shell("read line <" + fifo + "; wc -c");
        return Scenario.of(
                () -> {
                    try (OutputStream out = process.getOutputStream()) {
                        out.write(new byte[MUCH]);
                    }
                    try (InputStream in = process.getInputStream()) {
                        Check.equal("" + MUCH, new String(in.readAllBytes()).strip());
                    }
                },
                () -> Files.writeString(fifo, "go\n"));
    }

    @Operation(value = "Process.close of a stream that another thread reads", how = FREED)
    public static Scenario readUntilClosed() throws IOException {
        Process process = shell("exec sleep 1000");
        return Scenario.of(() -> Check.equal(-1, process.getInputStream().read()), () -> process.destroyForcibly()
                .waitFor());
    }

    @Operation(value = "ProcessBuilder.start with output to a FIFO that nobody reads", how = REPLACED)
    public static Scenario startIntoFifo() throws IOException {
        Path fifo = Places.fifo();
        return Scenario.of(
                () -> Check.equal(
                        0,
                        new ProcessBuilder("sh", "-c", "echo x")
                                .redirectOutput(fifo.toFile())
                                .start()
                                .waitFor()),
                () -> Check.equal("x\n", Files.readString(fifo)));
    }

    @Operation(value = "ProcessBuilder.startPipeline, and reading its end", how = FREED)
    public static Scenario pipeline() throws IOException {
        List<Process> all = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("cat"), new ProcessBuilder("cat")));
        return Scenario.of(
                () -> {
                    try (InputStream in = all.get(1).getInputStream()) {
                        Check.equal(7, in.read());
                    }
                },
                () -> {
                    try (OutputStream out = all.get(0).getOutputStream()) {
                        out.write(7);
                    }
                });
    }
}

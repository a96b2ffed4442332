package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weft.tck.blocking.OperationMethod;
import dev.weft.tck.blocking.RunOperations;
import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ReadsTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** While one thread waits in the kernel, others go on: each operation, and the table in the documentation. */
@ExtendWith(Jvm.class)
class BlockingTest {
    private static final Path RESULTS = Path.of("target", "tck").toAbsolutePath();

    @TempDir
    Path temp;

    /**
     * On fibers, and each night on the plain JDK; as the table needs it, and in chaos mode too, with {@code
     * -Dtck.blocking=PLAIN,IMAGE,CHAOS}. System calls are only delayed, as for the table, with {@code
     * -Dtck.delays=true}.
     */
    static Stream<Launch> launches() {
        String byDefault = Boolean.getBoolean("tck.nightly") ? "PLAIN,IMAGE" : "IMAGE";
        return Stream.of(System.getProperty("tck.blocking", byDefault).split(","))
                .map(Launch::valueOf);
    }

    private static String named(Launch launch) {
        return launch == Launch.IMAGE ? "fiber-1" : launch.name().toLowerCase(Locale.ROOT);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("launches")
    void othersGoOnWhileOneWaits(Launch launch) throws Exception {
        String name = named(launch);
        Path results = RESULTS.resolve("blocking-" + name + "-all");
        List<String> options = new ArrayList<>();
        // a delay passes on a loaded machine before it is seen: by default, such calls are made without
        boolean areDelayed = launch != Launch.CHAOS && Boolean.getBoolean("tck.delays");
        assertTrue(!areDelayed || has("strace"), "-Dtck.delays=true needs strace");
        options.add("-Dtck.delays=" + areDelayed);
        if (launch == Launch.CHAOS) {
            options.add("-Dweft.chaos=1,3");
        }
        run(launch, results, List.of(), options, "all");
        check(
                results,
                OperationMethod.all().stream()
                        .filter(each -> !each.isOfConsole())
                        .count());
    }

    /** The wait is counted as a pin, and another carrier takes over at once: the ticks tell, in the file of results. */
    @Test
    @Tag("nightly")
    void othersGoOnWhileOneWaitsBelowAFrameThatCannotBeLeft() throws Exception {
        Path results = RESULTS.resolve("blocking-pinned");
        List<String> options = List.of("-Dtck.delays=false", "-Dtck.pinned=true", "-Dweft.pinned=off");
        run(Launch.IMAGE, results, List.of(), options, "all");
        check(
                results,
                OperationMethod.all().stream()
                        .filter(each -> !each.isOfConsole())
                        .count());
    }

    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void othersGoOnWhileOneReadsTheTerminal(Launch launch) throws Exception {
        String name = named(launch);
        assumeTrue(has("script"), "util-linux");
        Path results = RESULTS.resolve("blocking-" + name + "-console");
        run(launch, results, List.of("script", "-qec"), List.of(), "console");
        check(
                results,
                OperationMethod.all().stream()
                        .filter(OperationMethod::isOfConsole)
                        .count());
    }

    /** Nothing takes the place of a thread of a program's own scheduler: the runner must notice. */
    @Test
    void aCarrierThatNobodyReplacesIsFound() throws Exception {
        Path results = temp.resolve("control");
        String scheduler = "-Dweft.scheduler=dev.weft.tck.schedulers.OnEventThread";
        run(
                Launch.IMAGE,
                results,
                List.of(),
                List.of(scheduler, "-Dtck.patience=2"),
                "all",
                "FileInputStream: opening a FIFO");
        assertTrue(Files.readString(results).startsWith("FAIL\t"), Files.readString(results));
    }

    @Test
    void theTableHasAllOperationsAndNoOthers() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "blocking.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| operation"))
                .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2))
                        .strip())
                .toList();
        List<String> expected = OperationMethod.all().stream()
                .map(each -> "| " + each.name() + " | ok | ok | " + each.how().text())
                .toList();
        assertEquals(
                expected, rows, "java -cp target/test-classes dev.weft.tck.blocking.BlockingTable > docs/blocking.md");
    }

    /** As programs set it that read keys, and time: nothing tells that a read would return. */
    @EachLaunch({Launch.PLAIN, Launch.IMAGE})
    void aReadOfATerminalReturnsWithoutInputWhereItIsSetTo(Launch launch) throws Exception {
        assumeTrue(has("script"), "util-linux");
        ProcessBuilder builder = Jvm.command(launch, List.of(), ReadsTerminal.class.getName());
        String command =
                builder.command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String outer = "exec script -qec \"stty -icanon min 0 time 1; exec " + command + "\" /dev/null </dev/null";
        builder.command(List.of("sh", "-c", outer));
        Jvm.Result result = Jvm.run(builder, 60);
        assertEquals(3, result.out().split("returned", -1).length - 1, result.toString());
    }

    private static boolean has(String program) throws Exception {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The standard input of the child is a FIFO, into which it writes itself what it reads there. */
    private void run(Launch launch, Path results, List<String> shell, List<String> more, String kind, String... wanted)
            throws Exception {
        Files.createDirectories(results.getParent());
        Path fifo = temp.resolve("stdin-" + launch + kind);
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        List<String> options = new ArrayList<>(more);
        options.add("-Dtck.stdin=" + fifo);
        if (launch != Launch.PLAIN) {
            options.add("-Dweft.parallelism=1");
        }
        List<String> arguments = new ArrayList<>(List.of(results.toString(), kind));
        arguments.addAll(List.of(wanted));
        ProcessBuilder builder =
                Jvm.command(launch, options, RunOperations.class.getName(), arguments.toArray(String[]::new));
        String command =
                builder.command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ", "exec ", ""));
        String outer = shell.isEmpty() ? command : "exec script -qec \"" + command + "\" /dev/null";
        builder.command(List.of("sh", "-c", outer + " <>'" + fifo + "'"));
        Jvm.Result result = Jvm.run(builder, 280);
        assertEquals(0, result.exit(), result.toString());
    }

    private static void check(Path results, long expected) throws IOException {
        List<String> lines = Files.readAllLines(results);
        List<String> failures =
                lines.stream().filter(line -> !line.startsWith("ok\t")).toList();
        assertEquals(List.of(), failures);
        assertEquals(expected, lines.size());
    }
}

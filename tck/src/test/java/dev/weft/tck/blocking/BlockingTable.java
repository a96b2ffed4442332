package dev.weft.tck.blocking;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Prints {@code docs/blocking.md} from what {@code BlockingTest} has left in {@code target/tck}. Fails if a result is
 * missing: there is no cell that is not tested.
 */
public final class BlockingTable {
    private static final String HEAD =
            """
            # What blocks a carrier

            What becomes of other threads while one waits in the kernel? A FIFO, a full pipe, a silent server, a locked
            file, or a system call that `strace` delays, made each operation below wait: on the plain JDK, and on fibers
            with one carrier, where another fiber had to go on meanwhile. `dev.weft.tck.blocking.BlockingTable` generates
            this page from a run of `BlockingTest` with `-Dtck.delays=true`. Ordinary builds do not delay system calls;
            there, the last section only shows that the results are right.

            * *freed*: the fiber is parked, and its carrier runs others.
            * *replaced*: the carrier waits in the kernel; the watchdog sees that, and another carrier takes its place.
              There is no limit but memory.

            The last column is the longest time in which the other fiber, which ticks every 0.1 ms, could not run, in
            milliseconds: the best of three trials. With slow system calls there is one trial, under `strace`, whose own
            time is part of it. Not in the table, since nothing here makes them wait: page faults of mapped files, and
            looking up host names, which a pool of threads does.
            """;

    private BlockingTable() {}

    /** The argument is the folder with the results. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args.length > 0 ? args[0] : "target/tck");
        Map<String, String[]> plain = results(folder, "plain");
        Map<String, String[]> fibers = results(folder, "fiber-1");
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.print(HEAD);
        String section = "";
        for (OperationMethod each : OperationMethod.all()) {
            if (!each.section().equals(section)) {
                section = each.section();
                out.printf(
                        "%n## %s%n%n| operation | plain JDK | fibers | carrier | ms |%n|---|---|---|---|---|%n",
                        section);
            }
            String[] onFibers = result(fibers, each);
            String millis = String.format(java.util.Locale.ROOT, "%.1f", Long.parseLong(onFibers[2]) / 1000.0);
            out.printf(
                    "| %s | %s | %s | %s | %s |%n",
                    each.name(), result(plain, each)[0], onFibers[0], onFibers[1], millis);
        }
    }

    private static String[] result(Map<String, String[]> results, OperationMethod operation) {
        String[] result = results.get(operation.name());
        if (result == null || !result[0].equals("ok")) {
            throw new IllegalStateException("no good result of " + operation.name());
        }
        return result;
    }

    private static Map<String, String[]> results(Path folder, String configuration) throws IOException {
        Map<String, String[]> results = new HashMap<>();
        for (String kind : new String[] {"all", "console"}) {
            for (String line : Files.readAllLines(folder.resolve("blocking-" + configuration + "-" + kind))) {
                String[] fields = line.split("\t", -1);
                results.put(fields[3], fields);
            }
        }
        return results;
    }
}

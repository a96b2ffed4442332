package dev.weft.tck.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws what runs of {@link Soak} printed. Arguments: a folder for {@code soak-heap.svg}, {@code soak-resident.svg} and
 * {@code soak-descriptors.svg}, then {@code NAME=LOG} for each run. Prints a table of them.
 */
public final class SoakReport {
    private static final long MEGABYTE = 1 << 20;

    private SoakReport() {}

    /** Draws them. */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            throw new IllegalArgumentException("not FOLDER NAME=LOG ..: " + List.of(args));
        }
        Path folder = Path.of(args[0]);
        List<SoakLog> runs = new ArrayList<>();
        for (String each : List.of(args).subList(1, args.length)) {
            int end = each.indexOf('=');
            if (end < 1) {
                throw new IllegalArgumentException("not NAME=LOG: " + each);
            }
            runs.add(new SoakLog(each.substring(0, end), Files.readAllLines(Path.of(each.substring(end + 1)))));
        }
        Files.writeString(folder.resolve("soak-heap.svg"), new SoakChart("heap", MEGABYTE).svg(runs));
        Files.writeString(folder.resolve("soak-resident.svg"), new SoakChart("resident MB", 1).svg(runs));
        Files.writeString(folder.resolve("soak-descriptors.svg"), new SoakChart("descriptors", 1).svg(runs));
        System.out.print(table(runs));
    }

    /** One row for each run; values of gauges after the first round, the second one and the last. */
    static String table(List<SoakLog> runs) {
        StringBuilder table = new StringBuilder(
                """
                | run | minutes | rounds | threads, million | heap, MB | resident, MB | descriptors | result |
                |---|---|---|---|---|---|---|---|
                """);
        for (SoakLog run : runs) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d of %,d threads | %.1f | %s | %s | %s | %s |%n",
                    run.name,
                    run.seconds() / 60,
                    run.rounds().size(),
                    run.threads,
                    run.done.getOrDefault("threads", 0L) / 1e6,
                    ends(run, "heap", MEGABYTE),
                    ends(run, "resident MB", 1),
                    ends(run, "descriptors", 1),
                    run.isWell ? "nothing left" : run.isBroken ? "**broken**" : "not ended"));
        }
        return table.toString();
    }

    private static String ends(SoakLog run, String gauge, long unit) {
        List<SoakLog.Line> rounds = run.rounds();
        List<String> values = new ArrayList<>();
        for (int i : new int[] {0, 1, rounds.size() - 1}) {
            if (i < rounds.size()) {
                values.add(
                        String.format(Locale.ROOT, "%,d", rounds.get(i).values().get(gauge) / unit));
            }
        }
        return String.join(", ", values);
    }
}

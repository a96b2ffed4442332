package dev.weft.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Times the weave of the whole JDK into an empty cache, with the image and without. */
final class Weaves {
    private Weaves() {}

    static List<Row> measure(Path weft) throws IOException, InterruptedException {
        Row row = new Row("weave", "weave of the whole JDK, once per JDK", "s");
        row.add("patch and linked image", time(weft, List.of("weave")));
        row.add("patch only", time(weft, List.of("weave", "--patch-only")));
        return List.of(row);
    }

    private static double time(Path weft, List<String> arguments) throws IOException, InterruptedException {
        Path cache = Files.createTempDirectory("weft-cache");
        try {
            List<String> command = new java.util.ArrayList<>(List.of(weft.toString()));
            command.addAll(arguments);
            long start = System.nanoTime();
            Commands.output(command, Map.of("WEFT_CACHE", cache.toString()));
            return (System.nanoTime() - start) / 1e9;
        } finally {
            try (Stream<Path> files = Files.walk(cache)) {
                for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                    Files.delete(file);
                }
            }
        }
    }
}

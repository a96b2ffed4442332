package dev.weft.tck.harness;

import dev.weft.tck.harness.CaseRun.CaseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the results of a run in files, for the table: a line with ok or FAIL, pins and name for each case. */
final class Results {
    private static final Path FOLDER = Path.of("target", "tck");

    private Results() {}

    /** Writes them. */
    static void write(Configuration configuration, Map<String, CaseResult> results) throws IOException {
        List<String> lines = new ArrayList<>();
        results.forEach((name, each) ->
                lines.add((each.failure() == null ? "ok" : "FAIL") + "\t" + each.pins() + "\t" + name));
        Files.createDirectories(FOLDER);
        Files.write(FOLDER.resolve(configuration.id() + ".results"), lines);
    }

    /** The pins by case, of those that have passed. */
    static Map<String, Long> pins(Configuration configuration) throws IOException {
        Map<String, Long> pins = new HashMap<>();
        for (String line : Files.readAllLines(FOLDER.resolve(configuration.id() + ".results"))) {
            String[] fields = line.split("\t", 3);
            if (fields[0].equals("ok")) {
                pins.put(fields[2], Long.parseLong(fields[1]));
            }
        }
        return pins;
    }
}

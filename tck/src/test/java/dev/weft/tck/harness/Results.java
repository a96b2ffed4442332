package dev.weft.tck.harness;

import dev.weft.tck.harness.CaseRun.CaseResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Keeps the results of a run in files, for the table: a line with ok or FAIL, pins and milliseconds, and name for each
 * case.
 */
final class Results {
    private static final Path FOLDER = Path.of("target", "tck");

    private Results() {}

    /** Writes them. */
    static void write(Configuration configuration, Map<String, CaseResult> results, Map<String, CaseResult> oracle) {
        List<String> lines = new ArrayList<>();
        results.forEach((name, each) -> {
            String failure = CaseResult.failure(each, oracle.get(name));
            lines.add((failure == null ? "ok" : "FAIL") + "\t" + each.figures() + "\t" + name);
        });
        try {
            Files.createDirectories(FOLDER);
            Files.write(FOLDER.resolve(configuration.id() + ".results"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.weft.openjdktests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All outcomes so far, in a file to which lines are only added: a run that was killed goes on from it. */
final class Journal {
    private final Path file;
    private final Map<String, Outcome> last = new LinkedHashMap<>();

    /** What a killed driver has left of a line must not spoil the next one. */
    private boolean isTorn;

    Journal(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            String text = Files.readString(file);
            isTorn = !text.isEmpty() && !text.endsWith("\n");
            text.lines().forEach(line -> Outcome.parse(line).ifPresent(this::put));
        }
    }

    /** Adds an outcome, which replaces an older one of the same run and mode. */
    synchronized void add(Outcome outcome) throws IOException {
        put(outcome);
        Files.writeString(
                file,
                (isTorn ? "\n" : "") + outcome.line() + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        isTorn = false;
    }

    private void put(Outcome outcome) {
        last.put(outcome.test() + "\t" + outcome.run() + "\t" + outcome.mode(), outcome);
    }

    /** The last outcome of each run and mode. */
    synchronized List<Outcome> outcomes() {
        return new ArrayList<>(last.values());
    }
}

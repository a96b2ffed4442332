package dev.weft.openjdktests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tests that fail as fibers, with the reasons: lines {@code test-name reason..}; {@code #} begins a comment. */
final class KnownDifferences {
    private final Map<String, String> reasons = new LinkedHashMap<>();

    /**
     * Reads the lines.
     *
     * @throws IOException if one has no reason
     */
    KnownDifferences(List<String> lines) throws IOException {
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.strip().split("\\s+", 2);
            if (parts.length < 2) {
                throw new IOException(
                        "the known difference " + line.strip() + " has no reason; write one behind its name");
            }
            reasons.put(parts[0], parts[1]);
        }
    }

    /** The list in a file, or that of the driver if there is none. */
    static KnownDifferences read(Path file) throws IOException {
        if (file != null) {
            return new KnownDifferences(Files.readAllLines(file));
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                KnownDifferences.class.getResourceAsStream("known-differences.txt"), StandardCharsets.UTF_8))) {
            return new KnownDifferences(reader.lines().toList());
        }
    }

    /** The reason for a test, if it is listed. */
    Optional<String> reason(String test) {
        return Optional.ofNullable(reasons.get(test));
    }
}

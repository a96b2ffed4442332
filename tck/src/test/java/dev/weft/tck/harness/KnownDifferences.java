package dev.weft.tck.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cases that are known to fail, from known-differences.txt: lines of the form
 * {@code case | configurations | reason}, with globs for the configurations. Each must fail as long as it is listed,
 * unless its reason begins with {@code sometimes:}; then it may pass, too.
 */
final class KnownDifferences {
    private static final String FILE = "/known-differences.txt";

    /** One line of the file. */
    record Difference(String name, String configurations, String reason) {
        boolean isIn(Configuration configuration) {
            return Configuration.matches(configurations, configuration.id());
        }

        boolean isOccasional() {
            return reason.startsWith("sometimes:");
        }
    }

    private final List<Difference> differences = new ArrayList<>();

    /** Reads the file. */
    KnownDifferences() {
        try (var in = KnownDifferences.class.getResourceAsStream(FILE)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        String[] parts = line.split("\\|", 3);
        if (parts.length != 3) {
            throw new IllegalStateException(FILE + ": not of the form 'case | configurations | reason': " + line);
        }
        differences.add(new Difference(parts[0].strip(), parts[1].strip(), parts[2].strip()));
    }

    /** What is known about a case in a configuration. */
    Optional<Difference> of(String name, Configuration configuration) {
        return differences.stream()
                .filter(each -> each.name().equals(name) && each.isIn(configuration))
                .findFirst();
    }

    /** Checks what is not a case: it must fail if, and only if, it is listed as {@code program: name}. */
    void check(String name, String configuration, Runnable test) {
        boolean isKnown = differences.stream()
                .anyMatch(each -> each.name().equals("program: " + name)
                        && Configuration.matches(each.configurations(), configuration));
        if (!isKnown) {
            test.run();
            return;
        }
        try {
            test.run();
        } catch (AssertionError e) {
            return;
        }
        throw new AssertionError(configuration + ": it passes: remove it from known-differences.txt: program: " + name);
    }

    /** All of them. */
    List<Difference> all() {
        return differences;
    }
}

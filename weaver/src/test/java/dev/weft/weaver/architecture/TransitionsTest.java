package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Each transition that races has a test: docs/transitions.md names, for each method of the runtime that has an atomic
 * update, a release or a fence, and for others that race under a lock, the tests that run it.
 */
class TransitionsTest {
    private static final Path SOURCES = Checkout.ROOT.resolve("patch-java-base/src/main/java");
    private static final Pattern ATOMIC = Pattern.compile(
            "compareAnd(Set|Exchange)|getAnd(Set|Add|Increment)|(increment|add)AndGet|(put|set)\\w*Release\\b|\\.(store|load|full)Fence\\(");
    private static final Pattern METHOD =
            Pattern.compile("^ +(?:@\\w+ )*[\\w<][\\w<>\\[\\]., ?]* (\\w+)\\((?:.*[{,(])?$");
    private static final Pattern STATEMENT = Pattern.compile(
            "^ +(\\}|return|else|if|while|for|new|throw|switch|assert|do|case|super|this)\\b.*|.* = .*");
    private static final Pattern COMMENT = Pattern.compile("^ *(\\*|//|/\\*).*");
    private static final Pattern ROW = Pattern.compile("^\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|$", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

    /** {@code Class.method} of each that has an atomic update; fields that begin with one count as {@code <init>}. */
    private static Set<String> atomic(String type, List<String> lines) {
        Set<String> found = new TreeSet<>();
        String method = "<init>";
        for (String line : lines) {
            Matcher declared = METHOD.matcher(line);
            if (COMMENT.matcher(line).matches()) {
                continue;
            }
            if (declared.matches() && !STATEMENT.matcher(line).matches()) {
                method = declared.group(1);
            }
            if (ATOMIC.matcher(line).find()) {
                found.add(type + "." + method);
            }
        }
        return found;
    }

    private static Set<String> atomic() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path source : Checkout.files(SOURCES, ".*/(java|jdk|sun)/.*\\.java")) {
            String name = source.getFileName().toString().replace(".java", "");
            if (!Checkout.name(source).contains("/dev/weft/")) {
                found.addAll(atomic(name, Files.readAllLines(source)));
            }
        }
        return found;
    }

    private static List<MatchResult> rows() throws IOException {
        String page = Files.readString(Checkout.ROOT.resolve("docs/transitions.md"));
        return ROW.matcher(page)
                .results()
                .filter(row -> NAME.matcher(row.group(2)).find())
                .toList();
    }

    private static Set<String> names(String cell) {
        return NAME.matcher(cell).results().map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachAtomicUpdateOfTheRuntimeHasARow() throws IOException {
        Set<String> untested = atomic();
        assertTrue(untested.size() > 35, untested::toString);
        for (MatchResult row : rows()) {
            untested.removeAll(names(row.group(2)));
        }
        assertEquals(Set.of(), untested, "racing, and not in docs/transitions.md");
    }

    @Test
    void eachRowNamesCodeAndTestsThatExist() throws IOException {
        List<String> missing = new ArrayList<>();
        for (MatchResult row : rows()) {
            for (String code : names(row.group(2))) {
                if (!exists(SOURCES, code)) {
                    missing.add("code: " + code);
                }
            }
            Set<String> tests = names(row.group(3));
            if (tests.isEmpty()) {
                missing.add("a test of " + row.group(1).strip());
            }
            for (String test : tests) {
                if (!exists(Checkout.ROOT, test)) {
                    missing.add("test: " + test);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    /** Whether a source of the class is there, and has that method or nested class. */
    private static boolean exists(Path root, String name) throws IOException {
        String[] parts = name.split("\\.");
        for (Path source : Checkout.files(root, ".*/" + parts[0] + "\\.java")) {
            if (parts.length == 1 || Files.readString(source).matches("(?s).*\\b" + parts[1] + "\\b.*")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void anUntestedTransitionIsFound() {
        List<String> source = List.of(
                "    /** U.compareAndSetInt(), says a comment. */",
                "    private static <T> void quiet(T value) {",
                "        call(value, () -> {",
                "    }",
                "    void races(",
                "        if (U.compareAndSetInt(this, STATE, 1, 2)) {",
                "        } else if (held(",
                "        U.storeFence();");
        assertEquals(Set.of("Some.races"), atomic("Some", source));
    }
}

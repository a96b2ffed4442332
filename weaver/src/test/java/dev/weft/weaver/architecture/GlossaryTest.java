package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/glossary.md against the sources: its classes exist, and its old words are gone. */
class GlossaryTest {
    private static final Path GLOSSARY = Checkout.ROOT.resolve("docs/glossary.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** Files that tell of the past, or of the words themselves. */
    private static final Set<String> EXEMPT = Set.of("CHANGELOG.md", "docs/glossary.md", "GlossaryTest.java");

    /**
     * An old word.
     *
     * @param word what is looked for
     * @param legitimate uses of it in another sense, which do not count
     * @param where files outside of which the word has another sense
     */
    private record OldWord(Pattern word, Pattern legitimate, Pattern where) {
        List<String> findIn(String file, String text) {
            List<String> found = new ArrayList<>();
            if (where.matcher(file).find() && word.matcher(text).find()) {
                int line = 1;
                for (String each : text.split("\n", -1)) {
                    if (word.matcher(legitimate.matcher(each).replaceAll("")).find()) {
                        found.add(file + ":" + line + ": " + each.strip());
                    }
                    line++;
                }
            }
            return found;
        }
    }

    private static final String ANYWHERE = "";
    private static final String NOTHING = "(?!)";

    /** How each word of the glossary's second table is found. */
    private static final Map<String, OldWord> PATTERNS = patterns();

    private static Map<String, OldWord> patterns() {
        Map<String, OldWord> all = new LinkedHashMap<>();
        all.put("Cont", word("\\bCont\\b", NOTHING, ANYWHERE));
        // javac's bridge methods keep the name; Lucene is asked for the word
        String others = "^(?!.*/(ClassShapeCases|Lucene)\\.java)";
        all.put("bridge", word("(?i)bridge", "ACC_BRIDGE|isBridge|(?i:bridge methods?)", others));
        all.put("Delimited", word("\\bDelimited\\b", NOTHING, ANYWHERE));
        all.put("Bottom", type("Bottom"));
        all.put("Crew", word("(?i)\\bcrew\\b", NOTHING, ANYWHERE));
        all.put("nap", word("\\b[Nn]ap(s|per|ping)?\\b|[a-z]Nap\\b|NAP_", NOTHING, ANYWHERE));
        all.put("CommonQueue", word("\\bCommonQueue\\b", NOTHING, ANYWHERE));
        all.put("Events", type("Events"));
        // a monitor waiter; elsewhere a checker is what checks
        String monitors = "/monitor/|docs/monitors\\.md|dev/weft/model/|decisions/0003";
        all.put("checker", word("(?i)checker", "(?i)(model|type) checkers?", monitors));
        all.put("flurry", word("(?i)flurr", NOTHING, ANYWHERE));
        all.put("Elsewhere", type("Elsewhere"));
        all.put("Fields", type("Fields"));
        all.put("turmoil", word("(?i)turmoil", NOTHING, ANYWHERE));
        return all;
    }

    /** The word as a class of ours, which in prose has another sense. */
    private static OldWord type(String name) {
        return word(
                "(?<!jfr\\.)\\b" + name + "\\b[.#;(}>]|\\b(new|class|extends|link) " + name + "\\b",
                NOTHING,
                "\\.java$");
    }

    private static OldWord word(String word, String legitimate, String where) {
        return new OldWord(Pattern.compile(word), Pattern.compile(legitimate), Pattern.compile(where));
    }

    /** The cells of one column of the table below that head. */
    private static List<String> column(String page, String head, int column) {
        List<String> cells = new ArrayList<>();
        List<String> lines = page.lines().toList();
        int line = lines.indexOf(head) + 2;
        assertTrue(line >= 2, "no table " + head);
        for (; line < lines.size() && lines.get(line).startsWith("|"); line++) {
            cells.add(lines.get(line).split("\\|")[column + 1].strip());
        }
        return cells;
    }

    /** Classes and packages that the table names and the sources lack. */
    private static Set<String> missing(String page) throws IOException {
        Set<String> known = new TreeSet<>();
        for (Path file : sources()) {
            Path folder = file.getParent();
            if (file.toString().endsWith(".java")) {
                known.add(file.getFileName().toString().replace(".java", ""));
                known.add(folder.toString()
                        .replaceAll(".*/java/(?=java/|javax/|jdk/|dev/|sun/)", "")
                        .replace('/', '.'));
            }
        }
        Set<String> missing = new TreeSet<>();
        for (String cell : column(page, "| term | meaning | class or package |", 2)) {
            List<String> names =
                    CODE.matcher(cell).results().map(name -> name.group(1)).toList();
            if (names.isEmpty()) {
                missing.add("a line without a class");
            }
            missing.addAll(names.stream().filter(name -> !known.contains(name)).toList());
        }
        return missing;
    }

    private static List<Path> sources() throws IOException {
        return Checkout.files(Checkout.ROOT, ".*\\.(java|md|xml)|bin/[^/]*");
    }

    private static String strip(String cell) {
        Matcher code = CODE.matcher(cell);
        return code.matches() ? code.group(1) : cell;
    }

    @Test
    void everyClassOfTheGlossaryExists() throws IOException {
        assertEquals(Set.of(), missing(Files.readString(GLOSSARY)));
    }

    @Test
    void aClassThatDoesNotExistIsFound() throws IOException {
        String page = "| term | meaning | class or package |\n|---|---|---|\n"
                + "| a | b | `Fiber`, `NoSuchClass` |\n| c | d | `java.weft` |\n| e | f | `no.such` |\n";
        assertEquals(Set.of("NoSuchClass", "no.such"), missing(page));
    }

    @Test
    void everyOldWordIsLookedFor() throws IOException {
        List<String> words = column(Files.readString(GLOSSARY), "| old word | new word |", 0);
        assertEquals(
                PATTERNS.keySet(),
                new TreeSet<>(words.stream().map(GlossaryTest::strip).toList()));
    }

    @Test
    void noOldWordIsLeft() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            String name = Checkout.name(file);
            if (EXEMPT.stream().noneMatch(name::endsWith)) {
                String text = Files.readString(file);
                PATTERNS.forEach(
                        (word, pattern) -> pattern.findIn(name, text).forEach(line -> found.add(word + " in " + line)));
            }
        }
        assertTrue(found.isEmpty(), () -> found.size() + " lines:\n" + String.join("\n", found));
    }

    @Test
    void anOldWordIsFoundAndItsOtherSensesAreNot() {
        assertEquals(
                1,
                PATTERNS.get("bridge")
                        .findIn("A.java", "the bridge of a method")
                        .size());
        assertEquals(
                0,
                PATTERNS.get("bridge")
                        .findIn("A.java", "a bridge method has ACC_BRIDGE")
                        .size());
        assertEquals(
                1, PATTERNS.get("Cont").findIn("A.java", "a\n * {@code Cont} b").size());
        assertEquals(
                0, PATTERNS.get("Cont").findIn("A.java", "Continuation, cont").size());
        assertEquals(
                1,
                PATTERNS.get("checker").findIn("a/monitor/A.java", "checkers++").size());
        assertEquals(
                0,
                PATTERNS.get("checker")
                        .findIn("a/monitor/A.java", "a model checker")
                        .size());
        assertEquals(
                0,
                PATTERNS.get("Fields").findIn("A.java", "Fields are separated").size());
        assertEquals(
                1,
                PATTERNS.get("Fields").findIn("A.java", "x = Fields.fiber(t)").size());
        assertEquals(0, PATTERNS.get("nap").findIn("A.java", "a snapshot").size());
        assertEquals(
                1, PATTERNS.get("nap").findIn("A.java", "crew.beginNap(this)").size());
        assertEquals(List.of("A.java:2: CREW.add(x)"), PATTERNS.get("Crew").findIn("A.java", "a\n CREW.add(x)"));
    }
}

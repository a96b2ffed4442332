package dev.weft.weaver.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The form of the pages: links lead somewhere, lines are short, records of decisions are frozen and short. */
class DocumentationTest {
    private static final int COLUMNS = 120;
    private static final Pattern COMMENT = Pattern.compile(" *(/\\*\\*|\\*|//|#)");
    private static final int LINES_OF_A_RECORD = 40;
    private static final Path DECISIONS = Checkout.ROOT.resolve("docs/decisions");

    private static final String PAGES = "README\\.md|docs/.*\\.md|benchmarks/README\\.md";
    /** {@code [text](target)} and {@code [name]: target}. */
    private static final Pattern LINK =
            Pattern.compile("\\]\\(([^)\\s]+)\\)|^\\[[^\\]]+\\]: (\\S+)", Pattern.MULTILINE);

    private static final Pattern CITATION =
            Pattern.compile("\\bdocs/[\\w./-]*?\\.md\\b|\\bDESIGN\\b|\\bMONITORS\\.md\\b");

    private static final Pattern FENCED = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    private static List<Path> pages() throws IOException {
        return Checkout.files(Checkout.ROOT, PAGES);
    }

    /** Links of a page to files, or to headings, that do not exist. */
    private static List<String> broken(Path page, String text) throws IOException {
        List<String> broken = new ArrayList<>();
        List<String> links = LINK.matcher(FENCED.matcher(text).replaceAll(""))
                .results()
                .map(DocumentationTest::target)
                .filter(target -> !target.matches("[a-z]+:.*"))
                .toList();
        for (String link : links) {
            String[] parts = link.split("#", 2);
            Path file =
                    parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
            if (!file.equals(page) && !Files.exists(file)
                    || parts.length == 2 && !hasHeading(file, page, text, parts[1])) {
                broken.add(link);
            }
        }
        return broken;
    }

    private static String target(MatchResult link) {
        return link.group(1) != null ? link.group(1) : link.group(2);
    }

    private static boolean hasHeading(Path file, Path page, String text, String anchor) throws IOException {
        String other = file.equals(page) ? text : Files.readString(file);
        return HEADING.matcher(FENCED.matcher(other).replaceAll(""))
                .results()
                .map(heading -> heading.group(1).toLowerCase(java.util.Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\s-]", "").replace(' ', '-'))
                .anyMatch(anchor::equals);
    }

    /** Lines that are too long, but for tables, and for links and code that cannot be broken. */
    private static List<String> tooLong(String text) {
        List<String> found = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            boolean canBeBroken = line.strip().contains(" ") && !line.startsWith("|") && !line.startsWith("![");
            if (line.length() > COLUMNS && canBeBroken) {
                found.add("line " + number + " has " + line.length() + " columns");
            }
        }
        return found;
    }

    @Test
    void everyRelativeLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            broken(page, Files.readString(page)).forEach(link -> broken.add(Checkout.name(page) + ": " + link));
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void aBrokenLinkIsFound() throws IOException {
        String text = "# A heading, or two\n[a](limits.md) [b](nowhere.md) [c](#a-heading-or-two) [d](#none)\n"
                + "![e](pictures/none.svg) [f](https://example.org/x)\n```\n[g](h)\n```\n[i]: ../nowhere\n";
        assertEquals(
                List.of("nowhere.md", "#none", "pictures/none.svg", "../nowhere"),
                broken(Checkout.ROOT.resolve("docs/page.md"), text));
    }

    /** Pages that a source cites and the repository lacks; the design documents of old had no place in it. */
    private static List<String> missingCitations(String source) {
        return CITATION.matcher(source)
                .results()
                .map(MatchResult::group)
                .filter(page -> !Files.exists(Checkout.ROOT.resolve(page)))
                .toList();
    }

    @Test
    void everyPageThatASourceCitesExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path source : Checkout.files(Checkout.ROOT, ".*\\.(java|xml|yml)|bin/weft|benchmarks/run")) {
            if (!source.endsWith("DocumentationTest.java")) {
                missingCitations(Files.readString(source))
                        .forEach(page -> missing.add(Checkout.name(source) + ": " + page));
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void aCitationOfAPageThatDoesNotExistIsFound() {
        assertEquals(
                List.of("docs/none.md", "DESIGN", "MONITORS.md"),
                missingCitations("see docs/limits.md, docs/none.md, DESIGN 2.1 and MONITORS.md, section 3"));
    }

    /** As the documents call them; a clone has the modes that the repository has. */
    @Test
    void everyScriptMayBeExecuted() throws IOException {
        List<Path> scripts = Checkout.files(Checkout.ROOT, "bin/[^/]*|\\.ci/run|(.*/)?run");
        assertTrue(scripts.size() > 4, scripts::toString);
        for (Path script : scripts) {
            assertTrue(Files.readString(script).startsWith("#!"), script::toString);
            assertTrue(Files.isExecutable(script), script + " may not be executed");
        }
    }

    @Test
    void theTourHasTenStepsOfALinkToCodeEach() throws IOException {
        String tour = Files.readString(Checkout.ROOT.resolve("docs/tour.md"));
        String[] steps = tour.split("(?m)^## ");
        assertEquals(10, steps.length - 1);
        for (int i = 1; i < steps.length; i++) {
            String step = steps[i];
            assertTrue(
                    LINK.matcher(step).results().anyMatch(link -> target(link).endsWith(".java")),
                    () -> "no link to code: " + step);
        }
    }

    @Test
    void linesAreShort() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            tooLong(Files.readString(page)).forEach(line -> found.add(Checkout.name(page) + ": " + line));
        }
        assertTrue(found.isEmpty(), () -> String.join("\n", found));
    }

    @Test
    void linesOfCommentsAreShort() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : Checkout.files(Checkout.ROOT, ".*\\.java|bin/[^/]*")) {
            tooLong(comments(Files.readString(source))).forEach(line -> found.add(Checkout.name(source) + ": " + line));
        }
        assertTrue(found.isEmpty(), () -> String.join("\n", found));
    }

    /** Empty lines in place of all that is no comment. */
    private static String comments(String source) {
        return source.lines()
                .map(line -> COMMENT.matcher(line).lookingAt() ? line : "")
                .collect(Collectors.joining("\n"));
    }

    @Test
    void aLongCommentIsFoundAndLongCodeIsNot() {
        String words = "word ".repeat(30);
        String source = "text(\"" + words + "\");\n// " + words + "\n * " + words + "\n/** " + words + "\n# " + words;
        assertEquals(4, tooLong(comments(source)).size());
    }

    @Test
    void aLongLineIsFound() {
        String words = "word ".repeat(30);
        assertEquals(List.of("line 2 has 150 columns"), tooLong("short\n" + words + "\n| " + words + " |\n"));
    }

    @Test
    void recordsOfDecisionsAreShortAndInTheIndex() throws IOException {
        String index = Files.readString(DECISIONS.resolve("README.md"));
        for (Path record : Checkout.files(DECISIONS, "docs/decisions/\\d.*")) {
            String name = record.getFileName().toString();
            List<String> lines = Files.readAllLines(record);
            assertTrue(lines.size() <= LINES_OF_A_RECORD, () -> name + " has " + lines.size() + " lines");
            assertTrue(lines.get(0).startsWith("# " + Integer.parseInt(name.substring(0, 4)) + ". "), name);
            assertTrue(index.contains("](" + name + ")"), () -> "docs/decisions/README.md lacks " + name);
        }
    }

    @Test
    void theIndexHasNoNumberTwice() throws IOException {
        List<String> numbers = Pattern.compile("^\\| \\[?(\\d+)", Pattern.MULTILINE)
                .matcher(Files.readString(DECISIONS.resolve("README.md")))
                .results()
                .map(line -> line.group(1))
                .toList();
        assertEquals(numbers.stream().distinct().toList(), numbers);
        assertTrue(numbers.contains("15"), "the number that was not used is in the index, too");
    }
}

package dev.weft.bench.macro.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.bench.macro.Measured;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class PageTest {
    private static final Program ONE = program("one");
    private static final Program TWO = program("two");

    private static Program program(String name) {
        return new Program(name, "module", "Type", 64, "unit", true, List.of());
    }

    /** A run in which each unit takes so many microseconds. */
    private static Measured run(double micros) {
        Map<String, Double> numbers = new TreeMap<>();
        for (String name : List.of(
                "startMillis",
                "cpuHalfMillis",
                "cpuEndMillis",
                "residentStartBytes",
                "residentPeakBytes",
                "codeBytes",
                "metaspaceBytes",
                "garbageBytes",
                "pauseMillis",
                "pinned")) {
            numbers.put(name, 10 * micros);
        }
        numbers.put("windowMillis", 100.0);
        double units = 1e5 / micros;
        return new Measured("1", numbers, units, units, units, units);
    }

    private static void add(Results results, Program program, String mode, double... micros) {
        for (int round = 0; round < micros.length; round++) {
            results.add(program.name(), program.answersIn(mode), mode, round, run(micros[round]));
        }
    }

    private static Results results() {
        Results results = new Results();
        add(results, ONE, Mode.PLAIN, 10, 20, 10);
        add(results, ONE, Mode.WEFT, 20, 40, 20);
        add(results, TWO, Mode.PLAIN, 10, 10, 10);
        add(results, TWO, Mode.WEFT, 5, 5, 20);
        results.fail("two", Mode.JDK25, "it hung");
        return results;
    }

    @Test
    void ratiosAreTakenPairByPairAndMeansRoundByRound() {
        Results results = results();
        assertArrayEquals(
                new double[] {2, 2, 2}, results.ratios("one", Mode.WEFT, Mode.PLAIN, Measured::steadyMicros), 1e-9);
        assertArrayEquals(
                new double[] {1, 1, 2},
                results.means(List.of("one", "two"), Mode.WEFT, Mode.PLAIN, Measured::steadyMicros),
                1e-9);
        assertEquals(0, results.means(List.of("one"), Mode.JDK25, Mode.PLAIN, Measured::steadyMicros).length);
    }

    @Test
    void oneFailedRoundTakesTheModeOutOfTheTables() {
        Results results = results();
        results.fail("one", Mode.WEFT, "it hung");
        assertEquals(0, results.ratios("one", Mode.WEFT, Mode.PLAIN, Measured::steadyMicros).length);
    }

    @Test
    void aGoalIsMetByAllRoundsAndMissedByNone() {
        assertEquals("met", new Goal("g", 1.1, 1.0, 1.1).verdict());
        assertEquals("**missed**", new Goal("g", 1.1, 1.2, 1.3).verdict());
        assertEquals("undecided", new Goal("g", 1.1, 1.0, 1.3).verdict());
        assertEquals("not measured", new Goal("g", 1.1).verdict());
    }

    @Test
    void theWorstProgramIsTheOneWithTheHighestMedian() {
        Goal worst = Goal.all(List.of(ONE, TWO), results()).stream()
                .filter(goal -> goal.figure().contains("worst"))
                .findFirst()
                .orElseThrow();
        assertArrayEquals(new double[] {2, 2, 2}, worst.values(), 1e-9);
        assertEquals("**missed**", worst.verdict());
    }

    @Test
    void thePageHasGoalsRatiosFiguresAndFailures() {
        String page = new Page(List.of(ONE, TWO), results()).write(Map.of("date", "a | b"), "c.svg", "");
        assertTrue(page.contains("| date | a \\| b |"), page);
        assertTrue(
                page.contains("| time on fibers, geometric mean | 1.00 | **1.00** (1.00..2.00) | undecided |"), page);
        assertTrue(page.contains("| start of Kafka | 1.15 |  | not measured |"), page);
        assertTrue(page.contains("| two |  | **0.500** (0.500..2.00) |  | failed |  |"), page);
        assertTrue(page.contains("JDK 25: it hung"), page);
    }

    @Test
    void theChartIsAPicture() throws Exception {
        CurveChart chart = new CurveChart();
        chart.add("one", Map.of(Mode.PLAIN, run(10), Mode.WEFT, run(20)));
        chart.add("two", Map.of());
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart.svg())));
        assertEquals(2, document.getElementsByTagName("polyline").getLength());
    }

    @Test
    void eachProgramOfTheModulesIsInTheCatalogue() throws Exception {
        Path macro = Path.of("macro");
        Set<String> written = new TreeSet<>();
        try (Stream<Path> files = Files.walk(macro)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> !each.toString().contains("/target/"))
                    .toList()) {
                String text = Files.readString(file);
                boolean isProgram = text.contains("public final class")
                        && (text.contains(" implements MacroProgram")
                                || text.contains(" extends Bank")
                                || text.contains(" extends Web"));
                if (isProgram) {
                    String module = macro.relativize(file).getName(0).toString();
                    written.add(module + " dev.weft.macro."
                            + file.getFileName().toString().replace(".java", ""));
                }
            }
        }
        Set<String> listed = Catalogue.all().stream()
                .map(program -> program.module() + " " + program.type())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(listed, written);
    }
}

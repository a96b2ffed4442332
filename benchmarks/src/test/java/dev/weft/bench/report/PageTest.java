package dev.weft.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import picocli.CommandLine;

class PageTest {
    @TempDir
    private Path folder;

    private Path file(String name, Results results) throws IOException {
        return Files.writeString(folder.resolve(name), Json.report(results));
    }

    private static Results handOver(String date, double mine) {
        Row row = new Row("hand-over", Figures.HAND_OVER, "ns");
        row.add(Runtime.WEFT, mine);
        row.add(Runtime.VIRTUAL, 200);
        row.add(Runtime.PLAIN, 30_000);
        return new Results(Map.of("date", date, "commit", "abc"), List.of(row));
    }

    private static Results startUp() {
        Row row = new Row("start-up", "hello world, linked image", "ms");
        row.add("Weft, image", 50);
        return new Results(Map.of("date", "2026-01-02", "commit", "def"), List.of(row));
    }

    private String render(Path... files) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--out=" + folder.resolve("data"), "--render"));
        for (Path file : files) {
            arguments.add(file.toString());
        }
        assertEquals(0, new CommandLine(new Report()).execute(arguments.toArray(String[]::new)));
        return Files.readString(folder.resolve("data.md"));
    }

    @Test
    void theRingsOfCoroutinesAreDrawnBesideThePapersFigure() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int size : new int[] {1, 1_000_000}) {
            Row row = new Row(CoroutineRings.SET, CoroutineRings.title(size), "ns");
            row.add(Runtime.WEFT, size == 1 ? 10 : 100);
            rows.add(row);
        }
        String page = render(file("c.json", new Results(Map.of("date", "2026-01-03"), rows)));
        assertTrue(page.contains("(data/coroutines.svg)"), page);
        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("data/coroutines.svg").toFile());
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < picture.getElementsByTagName("polyline").getLength(); i++) {
            lines.add(picture.getElementsByTagName("polyline")
                    .item(i)
                    .getAttributes()
                    .getNamedItem("points")
                    .getNodeValue());
        }
        // three decades from 1 to 1,000 ns on 240 points of height: 10 ns at a third, 100 ns at two thirds
        assertEquals("60.0,200.0 700.0,120.0", lines.get(0));
        assertEquals(3, lines.size());
    }

    @Test
    void theCommandRendersFilesOfEarlierRuns() throws IOException {
        String page = render(file("a.json", handOver("2026-01-01", 70)), file("b.json", startUp()));
        assertTrue(page.contains("| " + Figures.HAND_OVER + " | Weft, JDK 17 | 70.0"), page);
        assertTrue(page.contains("| hand-over | 2026-01-01 | abc |"), page);
        assertTrue(page.contains("| start-up | 2026-01-02 | def |"), page);
        assertTrue(Files.exists(folder.resolve("data/hand-over.svg")));
    }

    @Test
    void aRunLeavesTheFiguresOfSetsThatItHasNotMeasured() throws IOException {
        render(file("a.json", handOver("2026-01-01", 70)), file("b.json", startUp()));
        String page = render(file("c.json", handOver("2026-01-03", 65)));
        assertTrue(page.contains("65.0") && page.contains("hello world, linked image"), page);
        assertFalse(page.contains("70.0") || page.contains("2026-01-01"), page);
        assertEquals(page, render(), "nothing added");
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        Row failed = new Row("hand-over", "title", "ns");
        failed.fail(Runtime.WEFT, "it \"hung\"");
        failed.add(Runtime.VIRTUAL, 1.5);
        failed.add(Runtime.VIRTUAL, 2.5);
        Path file = file("a.json", new Results(Map.of("a", "b"), List.of(failed)));
        Results read = Json.read(file);
        assertEquals(Files.readString(file), Json.report(read));
        assertEquals(Runtime.WEFT, read.rows().get(0).subject());
    }

    @Test
    void everySetHasASentenceOnThePage() {
        assertEquals(Sets.all(), Page.explained());
    }

    @Test
    void theOverviewCutsABarThatIsTooLong() throws Exception {
        String svg = new OverviewChart(handOver("2026-01-01", 70).rows()).svg();
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertEquals(1, document.getElementsByTagName("path").getLength(), "the kernel threads' bar");
        assertEquals(3 + 2, document.getElementsByTagName("rect").getLength(), "the legend and two bars");
        assertTrue(svg.contains("30,000 ns"), svg);
    }

    private static final Path DOCS = Path.of("..", "docs");

    private static Row current(String set, String title) throws IOException {
        return Json.read(DOCS.resolve("performance").resolve(set + ".json")).rows().stream()
                .filter(row -> row.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    private static double ratio(Row row, String to) {
        return Sample.median(row.ratiosTo(to));
    }

    @Test
    void thePageInTheRepositoryIsWhatItsDataGive() throws IOException {
        Path data = Files.createDirectories(folder.resolve("performance"));
        for (String set : Sets.all()) {
            Path file = DOCS.resolve("performance").resolve(set + ".json");
            if (Files.exists(file)) {
                Files.copy(file, data.resolve(set + ".json"));
            }
        }
        new Page(data).write();
        assertEquals(
                withoutLinks(Files.readString(DOCS.resolve("performance.md"))),
                withoutLinks(Files.readString(folder.resolve("performance.md"))),
                "write it again: java -jar benchmarks/target/benchmarks-report.jar --render");
    }

    /** Where links lead depends on the folder. */
    private static String withoutLinks(String page) {
        return page.replaceAll("(?m)^\\[\\w+\\]: .*$", "");
    }

    @Test
    void theReadmeHasTheFiguresOfThePage() throws IOException {
        Row handOver = current("hand-over", Figures.HAND_OVER);
        Row memory = current("footprint", Footprints.bothTitle(3, false));
        Row plain = current(Figures.NEVER_SUSPENDING, GeometricMean.OF_MEDIANS);
        Row touched = current("suspend", Suspends.touchedTitle(100));
        Row hello = current("start-up", "hello world, linked image");
        List<String> sentences = List.of(
                format("**%.0f ns**", handOver.samples().get(Runtime.WEFT).median()),
                format("%.2f of the time of JDK 25's", ratio(handOver, Runtime.VIRTUAL)),
                format("**%.0f bytes**", memory.samples().get(Runtime.WEFT).median()),
                format("%.2f of a virtual thread", ratio(memory, Runtime.VIRTUAL)),
                format("**%.2f** of the plain JDK's time", ratio(plain, Runtime.PLAIN)),
                format("(%.2f times the time)", ratio(current("http", Http.title(10_000)), Runtime.VIRTUAL)),
                format("(%.2f times)", ratio(touched, Runtime.CONTINUATION)),
                format("%.2f times as long as on the plain", ratio(hello, "JDK 17, with CDS")));
        String readme = Files.readString(Path.of("..", "README.md")).replaceAll("\\s+", " ");
        assertEquals(
                List.of(),
                sentences.stream().filter(each -> !readme.contains(each)).toList());
    }

    private static String format(String pattern, double figure) {
        return String.format(Locale.ROOT, pattern, figure);
    }
}

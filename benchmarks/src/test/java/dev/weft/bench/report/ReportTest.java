package dev.weft.bench.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import picocli.CommandLine;

class ReportTest {
    private static Row row() {
        Row row = new Row("set", "a | title", "ns");
        row.add("Weft", 10, 12, 11);
        row.add("peer", 20, 40, 30);
        row.add("Weft", 30);
        row.add("peer", 20);
        row.add("Weft", 5);
        return row;
    }

    @Test
    void aFigureIsTheMedianOfTheRoundsMedians() {
        Sample sample = row().samples().get("Weft");
        assertArrayEquals(new double[] {11, 30, 5}, sample.roundMedians());
        assertEquals(11, sample.median());
        assertEquals(12.5, sample.spread());
        assertEquals(2.5, Sample.median(new double[] {4, 1, 2, 3}));
    }

    @Test
    void aRatioIsTakenRoundByRound() {
        assertArrayEquals(new double[] {11 / 30.0, 1.5}, row().ratiosTo("peer"));
        assertEquals("**0.933** (0.367..1.50)", Markdown.ratio(row().ratiosTo("peer")));
        assertEquals("", Markdown.ratio(row().ratiosTo("Weft")));
    }

    @Test
    void whatFailedIsComparedWithNothing() {
        Row row = new Row("set", "title", "ns");
        row.fail("Weft", "it hung\nfor ever");
        row.add("peer", 1);
        assertEquals("Weft", row.subject());
        assertEquals(0, row.ratiosTo("peer").length);
        Markdown markdown = new Markdown();
        markdown.set("set", List.of(row), "");
        assertTrue(markdown.toString().contains("|  | Weft | failed | it hung |"), markdown.toString());
        assertTrue(markdown.toString().contains("| title | peer | 1.00 ± 0 ns |  |"), markdown.toString());
    }

    @Test
    void aRoundWithoutScoresIsRefused() {
        Sample sample = new Sample();
        assertThrows(IllegalArgumentException.class, sample::addRound);
    }

    @Test
    void numbersHaveThreeDigits() {
        assertEquals("0.0123", Markdown.number(0.01234));
        assertEquals("0.123", Markdown.number(0.1234));
        assertEquals("1.23", Markdown.number(1.234));
        assertEquals("12.3", Markdown.number(12.34));
        assertEquals("123", Markdown.number(123.4));
        assertEquals("12,345", Markdown.number(12345));
        assertEquals("0", Markdown.number(0));
    }

    @Test
    void jsonHasEveryRoundAndQuotesText() {
        String json = Json.report(new Results(Map.of("processor", "a \"b\"\n"), List.of(row())));
        JsonObject read = JsonParser.parseString(json).getAsJsonObject();
        assertEquals("a \"b\"\n", read.getAsJsonObject("facts").get("processor").getAsString(), json);
        JsonObject row = read.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertEquals(
                "{\"Weft\":[11.0,30.0,5.0],\"peer\":[30.0,20.0]}",
                row.get("rounds").toString(),
                json);
    }

    @Test
    void theChartIsXmlWithABarPerPeer() throws Exception {
        BarChart chart = new BarChart();
        assertTrue(chart.isEmpty());
        chart.add(row());
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(chart.svg())));
        assertEquals(1, svg.getElementsByTagName("rect").getLength());
    }

    @Test
    void carriersAreAskedForByTheRuntimesOwnProperty() {
        Runtime virtual = Runtime.virtual(Path.of("java"));
        assertEquals(
                List.of("-Dweft.bench.threads=virtual", "-Djdk.virtualThreadScheduler.parallelism=2"),
                virtual.argumentsFor(2));
        assertEquals(List.of(), Runtime.plain(Path.of("java")).argumentsFor(2));
    }

    @Test
    void everyFigureNamesABenchmarkThatExists() throws ReflectiveOperationException {
        for (Figure figure : Figures.all()) {
            String[] name = figure.benchmark().split("\\.");
            Class.forName("dev.weft.bench." + name[0]).getMethod(name[1]);
        }
        assertTrue(
                Sets.all().containsAll(Set.of("hand-over", "start-up", "footprint")),
                Sets.all().toString());
    }

    @Test
    void anUnknownSetIsRefused() {
        assertEquals(2, new CommandLine(new Report()).execute("--only=nothing"));
        assertEquals(2, new CommandLine(new Report()).execute("--quick", "--full"));
    }

    @Test
    void aProgramsScoresAreItsLinesByColumn() throws IOException {
        double[][] columns = Launch.parse("weft: weaving\n1.5 20\n2.5 30\n");
        assertArrayEquals(new double[] {1.5, 2.5}, columns[0]);
        assertArrayEquals(new double[] {20, 30}, columns[1]);
        assertThrows(IOException.class, () -> Launch.parse("it did not run"));
    }
}

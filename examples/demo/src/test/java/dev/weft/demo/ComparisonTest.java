package dev.weft.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Measurement PLAIN = measurement("plain threads", 10_021, 2_048_000, 20_000, 0, "");
    private static final Measurement FIBERS = measurement("fibers", 12, 512_000, 25_000, 0, "");

    @Test
    void theTableHasARowForEachModeAndEndsWithTheRatio() {
        Comparison comparison = new Comparison(List.of(PLAIN, FIBERS));
        String expected = String.join(
                "\n",
                "mode           connections held  kernel threads  peak under load  memory (MB)  requests/s  p50 (ms)"
                        + "  p99 (ms)  wrong answers  errors",
                "-------------  ----------------  --------------  ---------------  -----------  ----------  --------"
                        + "  --------  -------------  ------",
                "plain threads            10,000          10,021           10,022        2,000      20,000      1.50"
                        + "     20.00              0       0",
                "fibers                   10,000              12               13          500      25,000      1.50"
                        + "     20.00              0       0",
                "fibers / plain threads: kernel threads 0.0012, memory 0.25, requests/s 1.25, p50 1.00, p99 1.00",
                "");
        assertEquals(expected, comparison.text());
        assertTrue(comparison.clean());
    }

    @Test
    void aRunThatFailedIsARowWithItsReasonBelowAndNoRatio() {
        Comparison comparison = new Comparison(List.of(PLAIN, Measurement.failed("fibers", "it did not start")));
        String text = comparison.text();
        assertTrue(text.contains("\nfibers                   failed "), text);
        assertTrue(text.endsWith("fibers: it did not start\n"), text);
        assertFalse(comparison.clean());
    }

    @Test
    void aWrongAnswerIsNotClean() {
        Measurement wrong = measurement("fibers", 12, 512_000, 25_000, 1, "wrong answer to ECHO x");
        Comparison comparison = new Comparison(List.of(PLAIN, wrong));
        assertFalse(comparison.clean());
        assertTrue(comparison.text().contains("\nfibers: wrong answer to ECHO x\n"), comparison.text());
    }

    @Test
    void aRatioWithoutADenominatorIsADash() {
        assertEquals("-", Comparison.ratio(1, 0));
        assertEquals("0.0012", Comparison.ratio(12, 10_000));
        assertEquals("1.50", Comparison.ratio(3, 2));
    }

    @Test
    void aMarkdownTableIsAlignedByItsRule() {
        TextTable table = new TextTable("name", "number");
        table.row("a", "1");
        assertEquals("| name | number |\n|---|---:|\n| a | 1 |\n", table.markdown());
        assertThrows(IllegalArgumentException.class, () -> table.row("one cell"));
    }

    @Test
    void aRowOfRatiosShowsMediansAndWhatWasBad() {
        TextTable table = new TextTable("active", "plain", "fibers", "ratio", "plain p99", "fibers p99", "bad");
        Measurement slow = measurement("fibers", 12, 512_000, 1_000, 3, "");
        Measurement fast = measurement("fibers", 12, 512_000, 31_000, 0, "");
        Ratios.row(table, 1_000, List.of(PLAIN), List.of(fast, slow, FIBERS));
        Ratios.row(table, 10, List.of(Measurement.failed("plain threads", "no")), List.of(FIBERS, fast));
        assertTrue(
                table.markdown().contains("| 1,000 | 20,000 | 25,000 | 1.25 | 20.00 | 20.00 | 3 |"), table.markdown());
        assertTrue(table.markdown().contains("| 10 | - | 28,000 | - | - | 20.00 | 0 |"), table.markdown());
    }

    private static Measurement measurement(
            String mode, int threads, long residentKb, double throughput, long wrong, String note) {
        ClientReport report = new ClientReport(10_000, 100_000, wrong, 0, throughput, 1_500, 20_000, note);
        return new Measurement(mode, new ProcStatus(threads, residentKb), threads + 1, report, note);
    }
}

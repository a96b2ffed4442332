package dev.weft.tck.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakReportTest {
    private static final List<String> LOG = List.of(
            "{threads=1000, hold=0, round=10, seconds=20, seed=1, patience=120}",
            "2 s: live threads 0, descriptors 12, heap 9437184, resident MB 100; bytes of files 7, threads 1200",
            "10 s, working: live threads 1001, descriptors 389, heap 104857600, resident MB 190",
            "something else",
            "21 s: live threads 0, descriptors 13, heap 10485760, resident MB 150; bytes of files 99, threads 2500000",
            "all is well");

    @Test
    void aLogIsReadWithItsRoundsAndWhatWasDone() {
        SoakLog log = new SoakLog("G1", LOG);
        assertEquals(
                List.of(2L, 10L, 21L),
                log.lines.stream().map(SoakLog.Line::seconds).toList());
        assertEquals(2, log.rounds().size());
        assertEquals(389, log.highest("descriptors"));
        assertEquals(2_500_000, log.done.get("threads"));
        assertEquals(1_000, log.threads);
        assertTrue(log.isWell);
        assertFalse(new SoakLog("G1", LOG.subList(0, 5)).isWell);
        assertThrows(IllegalArgumentException.class, () -> new SoakLog("G1", List.of("nothing")));
    }

    @Test
    void theLinesAreThoseThatASoakPrints() {
        Invariants invariants = new Invariants(new Ledger(), () -> 0, 0);
        SoakLog log = new SoakLog("here", List.of("0 s: " + invariants.line() + "; threads 1"));
        List<String> gauges =
                List.of("live threads", "descriptors", "kernel threads", "loaders", "heap", "resident MB");
        for (String gauge : gauges) {
            assertTrue(log.lines.get(0).values().containsKey(gauge), gauge);
        }
    }

    @Test
    void theTableHasFirstSecondAndLastRound() {
        assertEquals(
                "| G1 | 0 | 2 of 1,000 threads | 2.5 | 9, 10, 10 | 100, 150, 150 | 12, 13, 13 | nothing left |",
                SoakReport.table(List.of(new SoakLog("G1", LOG)))
                        .lines()
                        .toList()
                        .get(2));
    }

    @Test
    void theTableTellsWhatIsBrokenFromWhatHasNotEnded() {
        List<String> cut = LOG.subList(0, 5);
        List<String> broken = List.of(cut.get(0), cut.get(1), "broken: [loaders: 30, first 0]");
        String table = SoakReport.table(List.of(new SoakLog("a", cut), new SoakLog("b", broken)));
        assertTrue(table.contains("| not ended |") && table.contains("| **broken** |"), table);
    }

    @Test
    void eachRunIsAPanelAndEachRoundADot(@TempDir Path folder) throws IOException {
        Path log = Files.write(folder.resolve("log"), LOG);
        SoakReport.main(new String[] {folder.toString(), "G1=" + log, "Z=" + log});
        for (String name : List.of("soak-heap.svg", "soak-resident.svg", "soak-descriptors.svg")) {
            String svg = Files.readString(folder.resolve(name));
            assertEquals(2, count(svg, "<polyline"), name);
            assertEquals(4, count(svg, "<circle"), name);
        }
    }

    private static long count(String text, String part) {
        return Stream.iterate(text.indexOf(part), at -> at >= 0, at -> text.indexOf(part, at + 1))
                .count();
    }
}

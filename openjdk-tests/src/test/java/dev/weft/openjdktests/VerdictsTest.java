package dev.weft.openjdktests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.openjdktests.runner.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as passed, and that nothing else does. */
class VerdictsTest {
    private static Outcome outcome(String test, Mode mode, Verdict verdict) {
        return new Outcome(test, 1, mode, verdict, 5, "main A", verdict == Verdict.PASSED ? "" : "why | <not>");
    }

    private static Report report(KnownDifferences known, Verdict plain, Verdict fiber) {
        return new Report(
                List.of(outcome("a/B.java", Mode.PLAIN, plain), outcome("a/B.java", Mode.FIBER, fiber)), known);
    }

    private static KnownDifferences known(String... lines) throws IOException {
        return new KnownDifferences(List.of(lines));
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "134", "137", "143", "" + Runner.NO_FIBER})
    void onlyTheRunnersOwnCodeMeansPassed(int exit) {
        assertEquals(Verdict.PASSED, Verdict.ofExit(Runner.PASSED, false));
        assertEquals(Verdict.FAILED, Verdict.ofExit(exit, false));
        assertEquals(Verdict.FAILED, Verdict.ofExit(exit, true));
    }

    @Test
    void aTestThatIsToFailPassesByFailing() {
        assertEquals(Verdict.PASSED, Verdict.ofExit(Runner.FAILED, true));
        assertEquals(Verdict.FAILED, Verdict.ofExit(Runner.PASSED, true));
    }

    @ParameterizedTest
    @CsvSource({
        "PASSED, PASSED, PASSED_BOTH",
        "PASSED, FAILED, UNEXPLAINED",
        "PASSED, TIMEOUT, UNEXPLAINED",
        "PASSED, SKIPPED, UNEXPLAINED",
        "SKIPPED, FAILED, UNEXPLAINED",
        "FAILED, SKIPPED, UNEXPLAINED",
        "FAILED, TIMEOUT, FAILED_BOTH",
        "TIMEOUT, PASSED, FAILED_PLAIN",
        "SKIPPED, SKIPPED, NOT_RUN",
        "NOT_RUN, NOT_RUN, NOT_RUN",
    })
    void isOfItsKind(Verdict plain, Verdict fiber, Comparison.Kind kind) throws IOException {
        Report report = report(known(), plain, fiber);
        assertEquals(1, report.of(kind).size());
        assertEquals(kind == Comparison.Kind.PASSED_BOTH, report.isGood());
    }

    @Test
    void aKnownDifferenceHasItsReasonInTheTables() throws IOException {
        Report report = report(known("# comment", "a/B.java it is so"), Verdict.PASSED, Verdict.FAILED);
        assertEquals(1, report.of(Comparison.Kind.KNOWN).size());
        assertTrue(report.markdown().contains("it is so"));
        assertTrue(report.json().contains("\"reason\": \"it is so\""));
        assertTrue(report.markdown().contains("why \\| &lt;not>"));
    }

    @Test
    void aKnownDifferenceWithoutAReasonIsRefused() {
        assertThrows(IOException.class, () -> known("a/B.java"));
    }

    @Test
    void theDriversOwnListCanBeRead() throws IOException {
        assertEquals(
                "",
                Comparison.of(outcome("a", Mode.PLAIN, Verdict.PASSED), null, KnownDifferences.read(null))
                        .reason());
    }

    @Test
    void nothingAtAllAndOneModeAloneAreNotGood() throws IOException {
        assertFalse(new Report(List.of(), known()).isGood());
        assertFalse(new Report(List.of(outcome("a", Mode.PLAIN, Verdict.PASSED)), known()).isGood());
        assertFalse(new Report(List.of(outcome("a", Mode.FIBER, Verdict.FAILED)), known()).isGood());
        assertFalse(new Report(List.of(outcome("a", Mode.FIBER, Verdict.NOT_RUN)), known()).isGood());
    }

    @Test
    void theJournalKeepsTheLastOutcomeAndForgetsATornLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("journal.tsv");
        Journal journal = new Journal(file);
        journal.add(outcome("a", Mode.PLAIN, Verdict.FAILED));
        journal.add(outcome("a", Mode.PLAIN, Verdict.PASSED));
        Files.writeString(file, "b\t1\tFIBER\tPAS", StandardOpenOption.APPEND);
        Journal again = new Journal(file);
        assertEquals(
                List.of(Verdict.PASSED),
                again.outcomes().stream().map(Outcome::verdict).toList());
        again.add(outcome("c", Mode.FIBER, Verdict.TIMEOUT));
        assertEquals(2, new Journal(file).outcomes().size());
    }

    @Test
    void anOutcomeIsReadAsItWasWritten() {
        Outcome outcome = new Outcome("a#b", 2, Mode.FIBER, Verdict.TIMEOUT, 7, "main A", "two\n\tlines");
        Outcome read = Outcome.parse(outcome.line()).orElseThrow();
        assertEquals("two lines", read.detail());
        assertNotEquals(outcome, read);
        assertEquals(read, Outcome.parse(read.line()).orElseThrow());
    }
}

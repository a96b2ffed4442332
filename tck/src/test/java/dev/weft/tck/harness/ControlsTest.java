package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.CaseRun.CaseResult;
import dev.weft.tck.programs.ProbedStates;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The harness itself: failing, hanging and deadly cases are reported, and the others run nevertheless. */
@ExtendWith(Jvm.class)
class ControlsTest {
    @Test
    void brokenCasesAreReportedAndTheOthersRun() {
        Map<String, CaseResult> results = run();
        assertEquals(5, results.size());
        assertTrue(results.get("control: a failing case is reported").failure().contains("expected 1 but was 2"));
        assertTrue(results.get("control: a case that never ends is reported")
                .failure()
                .startsWith("does not end"));
        assertEquals(
                "the JVM has ended",
                results.get("control: a case that ends the JVM is reported").failure());
        assertNull(results.get("control: the case after all those passes").failure());
        String saying = "control: a case that says something else each time is reported";
        assertNotEquals(run().get(saying).said(), results.get(saying).said());
    }

    /** Else the cases that await a blocked thread would go on too early, and their results would say little. */
    @Test
    void theProbeTellsFibersThatAreParkedPinnedAndEndedApart() {
        Jvm.Result result = Jvm.run(
                Jvm.command(Configuration.Launch.IMAGE, List.of("-Dweft.parallelism=2"), ProbedStates.class.getName()),
                300);
        assertEquals(
                """
                not started: no fiber
                computing: RUNNABLE
                parked: PARKED, blocked
                pinned: PINNED, blocked
                ended: TERMINATED
                ended: TERMINATED
                ended: TERMINATED
                """,
                result.out(),
                result.err());
    }

    private static Map<String, CaseResult> run() {
        return CaseRun.of(Configuration.ORACLE, "controls", "-Dtck.seconds=1", "-Dtck.only=");
    }
}

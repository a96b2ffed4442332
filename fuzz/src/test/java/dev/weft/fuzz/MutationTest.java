package dev.weft.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weft.fuzz.run.Mutation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fuzzer can fail: it finds defects that are put into the generator. */
class MutationTest {
    private static final int PROGRAMS = 100;

    /** The search ends when the defect is found; one of liveness needs a program that is unlucky enough. */
    private static final int MOST_PROGRAMS = 1_000;

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = Mutation.class,
            names = {
                "NONE",
                "DROPS_A_LOCAL",
                "FORGETS_HANDLERS",
                "FORGETS_MONITORS",
                "LIVENESS_OFF_BY_ONE",
                "LOSES_EXCEPTIONS"
            })
    void aDefectOfTheGeneratorIsFound(Mutation mutation) throws InterruptedException {
        findsIt(mutation);
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource(Mutation.class)
    void eachDefectOfTheGeneratorIsFound(Mutation mutation) throws InterruptedException {
        findsIt(mutation);
    }

    private static void findsIt(Mutation mutation) throws InterruptedException {
        // a defect may well make a program hang; without one it is only slow where the machine is
        int millis = mutation == Mutation.NONE ? 60_000 : 10_000;
        int programs = mutation == Mutation.NONE ? PROGRAMS : MOST_PROGRAMS;
        // C2 would only optimize the generator, once for each defect
        String[] options = {"-Dfuzz.mutation=" + mutation, "-Dfuzz.millis=" + millis, "-XX:TieredStopAtLevel=1"};
        Way way = mutation == Mutation.TAKES_POINTS_FOR_EACH_OTHER ? Way.CHAOS : Way.YIELDS;
        Fuzz.Result result = Fuzz.run(way, 1, programs, 1, options);
        System.out.printf("%s: %d programs in %.0f s%n", mutation, result.programs(), result.seconds());
        for (Fuzz.Disagreement each : result.disagreements()) {
            String failure = "" + each.answer().failure();
            assertFalse(failure.contains("nothing to change") || failure.contains("cannot be replaced"), failure);
        }
        int expected = mutation == Mutation.NONE ? 0 : 1;
        assertEquals(expected, Math.min(1, result.disagreements().size()), () -> "" + result.disagreements());
    }
}

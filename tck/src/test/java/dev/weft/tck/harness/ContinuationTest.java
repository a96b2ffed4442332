package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.continuations.BlockingContinuations;
import dev.weft.tck.continuations.ContinuationRace;
import dev.weft.tck.continuations.Continuations;
import dev.weft.tck.continuations.RandomContinuations;
import dev.weft.tck.harness.Configuration.Launch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code dev.weft.Continuation} in child JVMs. */
@ExtendWith(Jvm.class)
class ContinuationTest {
    private static final String EXPECTED =
            """
            Continuation[scope, new]
            refused: the continuation runs already: scope, running
            Continuation[scope, suspended]
            on main
            Continuation[scope, done]
            refused: the continuation has ended: scope, done
            refused: not in a continuation of scope scope
            refused: not in a continuation of scope scope
            refused: a continuation of scope scope is pinned: it holds a monitor
            refused: a continuation of scope scope is pinned: it holds a monitor
            refused: a continuation of scope scope is pinned: it holds a monitor
            Continuation[scope, suspended]
            free
            Continuation[scope, done]
            refused: a continuation of scope outer is pinned: it holds a monitor
            Continuation[scope, done]
            Continuation[outer, done]
            refused: a continuation of scope scope is pinned: the caller cannot be suspended
            Continuation[outer, done]
            initialized
            [finally, thrown] Continuation[scope, done]
             second first lambda hasItsFramesInTraces
            Continuation[scope, done]
            collected
            """;

    private static String run(Launch launch, Class<?> program, String... arguments) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, List.of("-Xmx300m"), program.getName(), arguments), 300);
        assertEquals("", result.err());
        assertEquals(0, result.exit());
        return result.out();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatItCannotDoItSaysAndChangesNothing(Launch launch) {
        assertEquals(EXPECTED, run(launch, Continuations.class, "platform"));
        assertEquals(EXPECTED.replace("on main", "on another"), run(launch, Continuations.class, "fiber"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatIsNestedAndSuspendedAtRandomDoesWhatThreadsDo(Launch launch) {
        long seed = System.nanoTime() >>> 20;
        System.out.println("seed of RandomContinuations: " + seed);
        assertEquals("1000 programs agree\n", run(launch, RandomContinuations.class, "1000", String.valueOf(seed)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void whatBlocksInItBlocksWhoRunsIt(Launch launch) {
        assertEquals("20 rounds\n", run(launch, BlockingContinuations.class, "20"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void ofThreadsThatRunItAtOnceOneDoes(Launch launch) {
        assertEquals("200 rounds\n", run(launch, ContinuationRace.class, "200"));
    }

    @Test
    void whoChecksAndThenActsIsFound() {
        String out = run(Launch.IMAGE, ContinuationRace.class, "200", "broken");
        assertTrue(out.startsWith("round "), out);
    }

    @Test
    void theComparisonFindsABrokenEngine() {
        String out = run(Launch.IMAGE, RandomContinuations.class, "1000", "1", "broken");
        assertTrue(out.startsWith("seed "), out);
    }
}

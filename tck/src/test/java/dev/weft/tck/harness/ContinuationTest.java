package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.continuations.Adapters;
import dev.weft.tck.continuations.BlockingContinuations;
import dev.weft.tck.continuations.BothWays;
import dev.weft.tck.continuations.ContinuationRace;
import dev.weft.tck.continuations.Continuations;
import dev.weft.tck.continuations.Copies;
import dev.weft.tck.continuations.Coroutines;
import dev.weft.tck.continuations.Generators;
import dev.weft.tck.continuations.ManyCopies;
import dev.weft.tck.continuations.RandomContinuations;
import dev.weft.tck.continuations.RandomGenerators;
import dev.weft.tck.continuations.RandomMixtures;
import dev.weft.tck.continuations.RandomMonitors;
import dev.weft.tck.continuations.TailCalls;
import dev.weft.tck.continuations.UnderMonitors;
import dev.weft.tck.harness.Configuration.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
            refused: a continuation of scope scope is pinned by lambda: it holds a monitor
            refused: a continuation of scope scope is pinned by lambda: it holds a monitor
            refused: a continuation of scope scope is pinned by hold: it holds a monitor
            Continuation[scope, suspended]
            free
            Continuation[scope, done]
            refused: a continuation of scope outer is pinned by lambda: it holds a monitor
            Continuation[scope, done]
            Continuation[outer, done]
            refused: a continuation of scope scope is pinned by <clinit>: it initializes a class
            Continuation[outer, done]
            initialized
            [finally, thrown] Continuation[scope, done]
             second first lambda hasItsFramesInTraces
            Continuation[scope, done]
            collected
            """;

    /** Programs that check one thing each, with what they say in the end. */
    private static final Map<Class<?>, String> FEATURES = Map.of(
            BothWays.class, "both ways",
            Generators.class, "generators",
            Coroutines.class, "coroutines",
            Adapters.class, "adapters",
            Copies.class, "copies",
            TailCalls.class, "tail calls",
            UnderMonitors.class, "under monitors");

    private static String run(Launch launch, Class<?> program, String... arguments) {
        return run(launch, List.of("-Xmx300m"), program, arguments);
    }

    private static String run(Launch launch, List<String> options, Class<?> program, String... arguments) {
        Jvm.Result result = Jvm.run(Jvm.command(launch, options, program.getName(), arguments), 300);
        assertEquals("", result.err());
        assertEquals(0, result.exit());
        return result.out();
    }

    @EachLaunch
    void whatItCannotDoItSaysAndChangesNothing(Launch launch) {
        assertEquals(EXPECTED, run(launch, Continuations.class, "platform"));
        assertEquals(EXPECTED.replace("on main", "on another"), run(launch, Continuations.class, "fiber"));
    }

    @Tag("long")
    @EachLaunch(
            value = Launch.CHAOS,
            nightly = {Launch.IMAGE, Launch.PATCH})
    void whatIsNestedAndSuspendedAtRandomDoesWhatThreadsDo(Launch launch) {
        assertAgree(launch, List.of(), RandomContinuations.class, 1000);
    }

    @Tag("long")
    @EachLaunch(
            value = Launch.CHAOS,
            nightly = {Launch.IMAGE, Launch.PATCH})
    void withMonitorsHeldTheyDoAtRandomWhatThreadsDo(Launch launch) {
        assertAgreeInASmallHeap(launch, RandomMonitors.class, 300);
    }

    private static void assertAgree(Launch launch, List<String> options, Class<?> programs, int count) {
        long seed = System.nanoTime() >>> 20;
        System.out.println("seed of " + programs.getSimpleName() + ": " + seed);
        String[] arguments = {String.valueOf(count), String.valueOf(seed)};
        assertEquals(count + " programs agree\n", run(launch, options, programs, arguments));
    }

    /** In a small heap, and seldom suspended in chaos mode: they would take minutes. */
    private static void assertAgreeInASmallHeap(Launch launch, Class<?> programs, int count) {
        List<String> options = launch == Launch.CHAOS ? List.of("-Xmx300m", "-Dweft.chaos=1,5") : List.of("-Xmx300m");
        assertAgree(launch, options, programs, count);
    }

    @Test
    void theComparisonFindsMonitorsThatAreNotHeld() {
        String out = run(Launch.IMAGE, RandomMonitors.class, "300", "1", "broken");
        assertTrue(out.startsWith("seed "), out);
    }

    private static List<Arguments> features() {
        List<Arguments> all = new ArrayList<>();
        for (Class<?> program : FEATURES.keySet()) {
            Jvm.launches().forEach(launch -> all.add(Arguments.of(program, launch)));
        }
        return all;
    }

    /** By the main thread and by a fiber, each also three continuations deep; in chaos mode suspended at every call. */
    @ParameterizedTest
    @MethodSource("features")
    void itDoesEverywhereWhatItSays(Class<?> program, Launch launch) {
        List<String> options = launch == Launch.CHAOS ? List.of("-Xmx300m", "-Dweft.chaos=1,1") : List.of("-Xmx300m");
        assertEquals(FEATURES.get(program) + "\n", run(launch, options, program));
    }

    @Test
    void tailCallsNeedNeitherStackNorMemory() {
        List<String> small = List.of("-Xmx32m", "-Xss256k");
        assertEquals("10000000 tail calls\n", run(Launch.IMAGE, small, TailCalls.class, "10000000"));
    }

    @Test
    void aMillionCopiesFitIntoASmallHeap() {
        assertEquals("1000000 copies\n", run(Launch.IMAGE, List.of("-Xmx256m"), ManyCopies.class, "1000000"));
    }

    @EachLaunch
    void whatBlocksInItBlocksWhoRunsIt(Launch launch) {
        assertEquals("20 rounds\n", run(launch, BlockingContinuations.class, "20"));
    }

    @EachLaunch
    void ofThreadsThatRunItAtOnceOneDoes(Launch launch) {
        assertEquals("200 rounds\n", run(launch, ContinuationRace.class, "200"));
    }

    @Test
    void whoChecksAndThenActsIsFound() {
        String out = run(Launch.IMAGE, ContinuationRace.class, "200", "broken");
        assertTrue(out.startsWith("round "), out);
    }

    @Tag("long")
    @EachLaunch(
            value = Launch.CHAOS,
            nightly = {Launch.IMAGE, Launch.PATCH})
    void generatorsAndCopiesAtRandomDoWhatThreadsDo(Launch launch) {
        assertAgreeInASmallHeap(launch, RandomGenerators.class, 400);
    }

    @Tag("long")
    @EachLaunch
    void mixedAtRandomTheyDoWhatThreadsDo(Launch launch) {
        assertAgreeInASmallHeap(launch, RandomMixtures.class, 400);
    }

    @Test
    void theComparisonFindsBrokenMixtures() {
        String out = run(Launch.IMAGE, RandomMixtures.class, "400", "1", "broken");
        assertTrue(out.startsWith("seed "), out);
    }

    @Test
    void theComparisonFindsBrokenGenerators() {
        String out = run(Launch.IMAGE, RandomGenerators.class, "400", "1", "broken");
        assertTrue(out.startsWith("seed "), out);
    }

    @Test
    void theComparisonFindsABrokenEngine() {
        String out = run(Launch.IMAGE, RandomContinuations.class, "1000", "1", "broken");
        assertTrue(out.startsWith("seed "), out);
    }
}

package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.MemberStress;
import dev.weft.tck.programs.MonitorStress;
import dev.weft.tck.programs.SocketStress;
import dev.weft.tck.programs.TimeStress;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link MemberStress}, {@link TimeStress} and {@link MonitorStress}, and {@link SocketStress} with a twentieth of the
 * threads in pairs, in their short form; {@code -Dtck.stress.seconds=600 -Dtck.stress.threads=100000} are the long one,
 * and {@code -Dtck.stress.seed} repeats one.
 */
@Tag("alone")
@ExtendWith(Jvm.class)
class StressTest {
    private static final int SECONDS = Integer.getInteger("tck.stress.seconds", 3);
    private static final int THREADS = Integer.getInteger("tck.stress.threads", 3_000);
    private static final long SEED = Long.getLong("tck.stress.seed", System.nanoTime());

    private static Jvm.Result run(Launch launch, List<String> options, int threads, int seconds, String... more) {
        return run(MemberStress.class, launch, options, threads, seconds, more);
    }

    private static Jvm.Result run(
            Class<?> program, Launch launch, List<String> options, int threads, int seconds, String... more) {
        String[] arguments = new String[3 + more.length];
        arguments[0] = "" + threads;
        arguments[1] = "" + seconds;
        arguments[2] = "" + SEED;
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Jvm.run(Jvm.command(launch, options, program.getName(), arguments), seconds + 150);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void noThreadIsLeftAndNoSumIsWrong(int carriers) {
        List<String> options = List.of("-Xmx1500m", "-Dweft.parallelism=" + carriers);
        Jvm.Result result = run(Launch.IMAGE, options, THREADS, SECONDS);
        assertEquals(0, result.exit(), result.toString());
    }

    @Test
    void thePlainJdkPassesAsWell() {
        Jvm.Result result = run(Launch.PLAIN, List.of(), 100, 2);
        assertEquals(0, result.exit(), result.toString());
    }

    /** The program can find what it is to find. */
    @Test
    void brokenMonitorsAreFound() {
        Jvm.Result result = run(Launch.IMAGE, List.of(), 1_000, 3, "broken");
        assertEquals(4, result.exit(), result.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void eachQuestionIsAnswered(int carriers) {
        List<String> options = List.of("-Dweft.parallelism=" + carriers);
        Jvm.Result result = run(SocketStress.class, Launch.IMAGE, options, THREADS / 20, SECONDS);
        assertEquals(0, result.exit(), result.toString());
    }

    @Test
    void thePlainJdkAnswersEachQuestionAsWell() {
        Jvm.Result result = run(SocketStress.class, Launch.PLAIN, List.of(), 20, 2);
        assertEquals(0, result.exit(), result.toString());
    }

    @Test
    void wrongAnswersAreFound() {
        Jvm.Result result = run(SocketStress.class, Launch.IMAGE, List.of(), 20, 2, "broken");
        assertEquals(4, result.exit(), result.toString());
    }

    @Tag("long")
    @Test
    void noWaitIsTooShortAndEachEnds() {
        noWaitIsTooShortAndEachEnds(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    @Tag("nightly")
    void noWaitIsTooShortWithFewAndManyCarriers(int carriers) {
        noWaitIsTooShortAndEachEnds(carriers);
    }

    private static void noWaitIsTooShortAndEachEnds(int carriers) {
        List<String> options = List.of("-Dweft.parallelism=" + carriers);
        Jvm.Result result = run(TimeStress.class, Launch.IMAGE, options, THREADS / 10, SECONDS);
        assertEquals(0, result.exit(), result.toString());
    }

    @Tag("nightly")
    @Test
    void noWaitIsTooShortOnThePlainJdkEither() {
        Jvm.Result result = run(TimeStress.class, Launch.PLAIN, List.of(), 50, 2);
        assertEquals(0, result.exit(), result.toString());
    }

    @Tag("nightly")
    @Test
    void waitsThatAreTooShortAreFound() {
        Jvm.Result result = run(TimeStress.class, Launch.IMAGE, List.of(), 50, 2, "broken");
        assertEquals(4, result.exit(), result.toString());
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void noTwoAreInOneMonitorThatIsGivenAwayAgainAndAgain(int carriers) {
        List<String> options = List.of("-Dweft.parallelism=" + carriers, "-Dweft.platform=name:plain");
        Jvm.Result result = run(MonitorStress.class, Launch.IMAGE, options, THREADS / 100, SECONDS);
        assertEquals(0, result.exit(), result.toString());
    }

    @Test
    void noTwoAreInOneMonitorOnThePlainJdkEither() {
        Jvm.Result result = run(MonitorStress.class, Launch.PLAIN, List.of(), 30, 2);
        assertEquals(0, result.exit(), result.toString());
    }

    @Test
    void twoInOneMonitorAreFound() {
        Jvm.Result result = run(MonitorStress.class, Launch.IMAGE, List.of(), 30, 2, "broken");
        assertEquals(4, result.exit(), result.toString());
    }
}

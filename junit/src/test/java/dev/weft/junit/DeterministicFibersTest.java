package dev.weft.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.junit.samples.CheckedAfter;
import dev.weft.junit.samples.FailsAtOnce;
import dev.weft.junit.samples.FailsBefore;
import dev.weft.junit.samples.Races;
import dev.weft.junit.samples.Replay;
import dev.weft.support.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@link DeterministicFibers} in JVMs of their own: on Weft, and on the plain JDK. */
class DeterministicFibersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(400);

    private static String run(boolean isOnWeft, String... arguments) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), RunTests.class.getName()));
        all.addAll(List.of(arguments));
        ProcessBuilder builder = ChildJvm.builder(isOnWeft ? ChildJvm.On.WEFT : ChildJvm.On.PLAIN, all);
        ChildJvm.Result result = ChildJvm.run(builder.redirectErrorStream(true), PATIENCE);
        assertTrue(result.hasEnded(), "it ends: " + result.out());
        assertEquals(0, result.exit(), result.out());
        return result.out();
    }

    private static String run(String method) throws IOException, InterruptedException {
        return run(true, Races.class.getName(), method);
    }

    @Test
    void theSeedThatFailsIsNamedAndFailsAgain() throws IOException, InterruptedException {
        String text = run("wrong");
        Matcher failed = Pattern.compile("failed: seed = (\\d+): with seed = (\\d+) .*loads ==> expected: <1>")
                .matcher(text);
        assertTrue(failed.find(), text);
        assertEquals(failed.group(1), failed.group(2));
        assertTrue(text.contains("succeeded: " + failed.group(1) + ", aborted: 0"), "no other one is run: " + text);
        assertEquals(text, run("wrong"), "so it is each time");
    }

    @Test
    void whatIsRightSucceedsWithAllSeeds() throws IOException, InterruptedException {
        assertTrue(run("right").contains("succeeded: 1000, aborted: 0"));
    }

    @Test
    void aDeadlockFails() throws IOException, InterruptedException {
        String text = run("locksCross");
        assertTrue(text.contains("DeadlockException: deadlock with seed "), text);
        assertTrue(text.contains("\"other\" WAITING"), text);
    }

    @Test
    void timeIsVirtual() throws IOException, InterruptedException {
        assertTrue(run("aDayPasses").contains("succeeded: 3, aborted: 0"));
    }

    @Test
    void assumptionsAbort() throws IOException, InterruptedException {
        assertTrue(run("isAborted").contains("succeeded: 0, aborted: 2"));
    }

    @Test
    void aFailureBeforeOrAfterTheMethodIsTheLastOne() throws IOException, InterruptedException {
        for (Class<?> each : List.of(CheckedAfter.class, FailsBefore.class, FailsAtOnce.class)) {
            String text = run(true, each.getName());
            List<String> failed = text.lines()
                    .filter(line -> line.startsWith("failed: seed = "))
                    .toList();
            assertEquals(1, failed.size(), text);
            assertTrue(failed.get(0).startsWith("failed: seed = 0: done"), text);
        }
    }

    @Test
    void chosenSeedsAndWrongNumbers() throws IOException, InterruptedException {
        String text = run(true, Replay.class.getName());
        assertTrue(text.contains("failed: seed = 17: with seed = 17 (@DeterministicFibers(seed = 17)"), text);
        assertTrue(text.contains("IllegalStateException: as ever"), text);
        assertTrue(text.contains("@DeterministicFibers: seeds = 0"), text);
        assertTrue(text.contains("succeeded: 0, aborted: 0"), text);
    }

    @Test
    void aPlainJdkIsRefused() throws IOException, InterruptedException {
        String text = run(false, Races.class.getName(), "right");
        assertTrue(text.contains("@DeterministicFibers needs a JVM that runs on Weft"), text);
        assertTrue(text.contains("succeeded: 0, aborted: 0"), text);
        assertEquals(2, text.lines().count(), text);
    }
}

package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.tck.harness.Configuration.Launch;
import dev.weft.tck.programs.ComputingInTurns;
import dev.weft.tck.programs.KeptExperience;
import dev.weft.tck.programs.LearntMethods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Methods in which no fiber has waited so far are called plainly in later runs, until one waits there; and where that
 * would be wrong rather than slow, they are not. Each test has a class path of its own, hence runs of its own.
 */
@Tag("long")
@ExtendWith(Jvm.class)
class ExperienceTest {
    private static final String PROGRAM = LearntMethods.class.getName();
    private static final String FREE = "free, then free\n";
    private static final String PINNED = "pinned, then free\n";
    private static final String AGAIN = "-Dtck.again=2";
    private static final String NOT_BRIEF = "pinned, then free, as a wait was long\n";

    /** Runs in which the kernel may give no processor to who has waited. */
    private static final int RUNS = 20;

    @TempDir
    Path folder;

    private List<String> options;

    @BeforeEach
    void hasRuns() throws IOException {
        Files.writeString(folder.resolve("empty"), "");
        // else no fiber would have to share a lock with one that was made to leave
        options = List.of("-Dtck.classes=" + folder, "-Dweft.preemption=off", "-Dweft.platform=name:other");
    }

    private String run(String how, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-Dweft.experience=on", "-Dweft.pinned=off"));
        all.addAll(List.of(more));
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, all, PROGRAM, how), 120);
        assertEquals(new Jvm.Result(0, result.out(), ""), result);
        return result.out();
    }

    private void learn(String... more) throws IOException {
        begin("learn", more);
    }

    /**
     * Who calls a method often enough waits until it is compiled: only such methods are learnt. A program that ends
     * gives that a second at most, in which a machine may have no processor for it; so until something is.
     */
    private void begin(String how, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of("-Xbatch"));
        all.addAll(List.of(more));
        for (int i = 0; i < RUNS; i++) {
            String[] before = run(how, all.toArray(new String[0])).strip().split(" ", 2);
            if (KeptExperience.quiet(Path.of(before[1])) > Integer.parseInt(before[0])) {
                return;
            }
        }
        throw new AssertionError("nothing is learnt in " + RUNS + " runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sleep", "throw"})
    void aMethodThatWaitsForTheFirstTimeIsPlainOnce(String how) throws IOException {
        assertEquals(FREE, run(how), "nothing is known of it");
        learn();
        assertEquals(FREE, run(how, "-Dweft.experience=off"), "nothing is used of it");
        assertEquals(PINNED, run(how));
        assertEquals(PINNED, run(how, AGAIN), "once does not count");
        assertEquals(FREE, run(how), "three times are known");
    }

    @Test
    void aWaitOfASecondIsToldWithItsReason() throws IOException {
        learn();
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-Dweft.experience=on"));
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, all, PROGRAM, "long"), 120);
        assertEquals(PINNED, result.out(), result.err());
        String line = "weft: thread \"[^\"]*\" has blocked its carrier for a second, pinned by \\S*LearntMethods\\.\\w+"
                + "\\(LearntMethods\\.java:\\d+\\), a method called plainly, as it hardly waited in earlier runs"
                + " \\(weft\\.experience\\): docs/limits\\.md .*\n";
        assertTrue(result.err().matches(line), result.err());
    }

    @Test
    void aMethodThatWaitsAtFirstOnlyIsPlain() throws IOException {
        begin("begin");
        assertEquals(PINNED, run("sleep"));
    }

    /** As if another program had the same class path. */
    @Tag("nightly")
    @Test
    void aProgramsFirstRunIsOneThoughOthersWereThere() throws IOException {
        begin("prepare");
        run("load", "-Xbatch");
        assertEquals(PINNED, run("sleep"));
    }

    @Test
    void manyFibersThatWaitAreSeenSoonAfterManyLooksInVain() throws IOException {
        learn();
        assertEquals(PINNED, run("many"));
    }

    @Test
    void whatComputesAfterAShortWaitIsPlain() throws IOException {
        learn();
        String out = NOT_BRIEF;
        for (int i = 0; i < RUNS && out.equals(NOT_BRIEF); i++) {
            out = run("brief");
        }
        assertEquals("pinned, then pinned\n", out);
    }

    @Test
    void whoWasMadeToLeaveHasNotWaited() throws IOException {
        learn("-Dweft.preemption=always");
        assertEquals(PINNED, run("sleep"));
    }

    /** The method is called once for each of them, and left again and again; else it is known to hardly ever wait. */
    @Test
    void whatComputesInTurnsDoesInLaterRuns() throws IOException {
        boolean isLearnt = false;
        for (int i = 0; i < RUNS && !isLearnt; i++) {
            String[] told = computeInTurns();
            isLearnt = KeptExperience.quiet(Path.of(told[3])) > Integer.parseInt(told[0]);
        }
        assertTrue(isLearnt);
        computeInTurns();
    }

    private String[] computeInTurns() {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-Dweft.experience=on", "-Dweft.preemption=on", "-Dweft.parallelism=1"));
        Jvm.Result result = Jvm.run(Jvm.command(Launch.IMAGE, all, ComputingInTurns.class.getName()), 120);
        assertEquals(new Jvm.Result(0, result.out(), ""), result);
        String[] told = result.out().strip().split(" ", 4);
        assertEquals("many", told[1], result.out());
        return told;
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "move"})
    void whatAPinnedFiberCannotDoIsDone(String how) throws IOException {
        learn();
        assertEquals(FREE, run(how));
        assertEquals(FREE, run("sleep"), "the program is known to need its twins");
    }

    @Test
    void halfOfAllMethodsByChance() {
        run("throw", "-Dweft.experience=chance");
        run("generate", "-Dweft.experience=chance");
    }
}

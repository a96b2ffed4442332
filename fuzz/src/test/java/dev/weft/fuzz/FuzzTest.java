package dev.weft.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs, and those that once disagreed, tell under Weft what they tell on the plain JVM. */
class FuzzTest {
    private static final int SECONDS_TO_MINIMISE = 60;
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final long COUNT = Long.getLong("fuzz.programs", 60);
    private static final long SEED = Long.getLong("fuzz.seed", 1);

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Way.class)
    void randomProgramsTellTheSame(Way way) throws InterruptedException {
        Fuzz.Result result = Fuzz.run(way, SEED, COUNT, 1);
        System.out.printf(
                "%s: %d programs (%d classes) in %.0f s, %.0f classes/s%n",
                way, result.programs(), result.classes(), result.seconds(), result.classes() / result.seconds());
        for (Fuzz.Disagreement each : result.disagreements()) {
            try (Minimiser minimiser = new Minimiser(way, SECONDS_TO_MINIMISE)) {
                Choices.Node small = minimiser.minimise(each.tree());
                String text = small == null ? "it agrees when it is run again" : Report.of(way, small);
                throw new AssertionError("seed " + each.seed() + " " + way + ": plain " + each.plain() + ", under Weft "
                        + each.answer() + "\n" + text);
            }
        }
        assertTrue(result.invalid() * 20 < result.programs(), "the plain JVM refuses too many: " + result.invalid());
        assertTrue(result.events() > 50 * result.programs(), "the programs tell too little: " + result.events());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void programsThatOnceDisagreedTellTheSame(Way way) throws IOException, InterruptedException {
        Map<String, Program> corpus = Corpus.read(CORPUS);
        assertFalse(corpus.isEmpty());
        try (Child child = new Child(way)) {
            for (Map.Entry<String, Program> each : corpus.entrySet()) {
                Child.Answer answer =
                        child.run(List.of(each.getValue()), 0, true).get(0);
                assertEquals(
                        Fuzz.plain(each.getValue(), true).log(),
                        answer.outcome() == null
                                ? answer.failure()
                                : answer.outcome().log(),
                        each.getKey());
            }
        }
    }

    @Test
    void oneSeedMakesOneProgramAndItsDecisionsMakeItAgain() {
        for (long seed = 1; seed < 20; seed++) {
            Choices.Node tree = new Choices.Node();
            String first = Report.text(ProgramGenerator.generate(Choices.record(seed, tree)));
            assertEquals(first, Report.text(ProgramGenerator.generate(Choices.record(seed, new Choices.Node()))));
            assertEquals(first, Report.text(ProgramGenerator.generate(Choices.replay(tree))));
        }
    }

    @Test
    void cutDecisionsMakeValidPrograms() throws InterruptedException {
        for (long seed = 1; seed < 20; seed++) {
            Choices.Node tree = new Choices.Node();
            ProgramGenerator.generate(Choices.record(seed, tree));
            List<Object> items = tree.items();
            items.set(items.size() / 2, new Choices.Node());
            items.remove(items.size() - 2);
            Program program = ProgramGenerator.generate(Choices.replay(tree));
            assertTrue(Fuzz.plain(program, false).events() >= 0);
        }
    }
}

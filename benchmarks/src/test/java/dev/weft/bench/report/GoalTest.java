package dev.weft.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static final Set<String> SETS = Set.of("set");

    /** Ratios of 0.5, 0.9 and 1.1, in no order. */
    private static Row row() {
        Row row = new Row("set", "title", "ns");
        for (double mine : new double[] {9, 5, 11}) {
            row.add("Weft", mine);
            row.add("peer", 10);
        }
        return row;
    }

    private static String judged(double most) {
        return Goal.table(List.of(new Goal("set", "title", "Weft", "peer", most)), SETS, List.of(row()));
    }

    @Test
    void aGoalThatAllRoundsMeetIsMet() {
        assertEquals("| title | Weft | 1.10 of peer | **0.900** (0.500..1.10) | yes |\n", judged(1.1));
    }

    @Test
    void aGoalThatNoRoundMeetsIsMissed() {
        assertEquals("| title | Weft | 0.490 of peer | **0.900** (0.500..1.10) | **no** |\n", judged(0.49));
    }

    @Test
    void aGoalWithinTheRangeIsUndecidedWhateverTheMedianSays() {
        assertTrue(judged(1).endsWith("| undecided |\n"), judged(1));
        assertTrue(judged(0.6).endsWith("| undecided |\n"), judged(0.6));
        assertTrue(judged(0.5).endsWith("| undecided |\n"), judged(0.5));
    }

    @Test
    void aFigureItselfIsJudgedInTheSameWay() {
        Goal goal = new Goal("set", "title", "Weft", null, 11);
        assertEquals(
                "| title | Weft | 11.0 ns | **9.00** (5.00..11.0) | yes |\n",
                Goal.table(List.of(goal), SETS, List.of(row())));
        Goal tighter = new Goal("set", "title", "Weft", null, 10);
        assertTrue(Goal.table(List.of(tighter), SETS, List.of(row())).endsWith("| undecided |\n"));
    }

    @Test
    void aGoalThatWasAskedForIsNotLeftOut() {
        Row failed = new Row("set", "failed", "ns");
        failed.fail("Weft", "it hung");
        failed.add("peer", 1);
        List<Row> rows = List.of(row(), failed);
        List<Goal> goals = List.of(
                new Goal("set", "another", "Weft", "peer", 1),
                new Goal("set", "title", "Weft", "a runtime that is missing", 1),
                new Goal("set", "failed", "Weft", "peer", 1),
                new Goal("set", "failed", "Weft", null, 1));
        String table = Goal.table(goals, SETS, rows);
        assertEquals(4, table.lines().count(), table);
        assertTrue(table.lines().allMatch(line -> line.endsWith("|  | not measured |")), table);
        assertFalse(judged(1).contains("not measured"));
    }

    @Test
    void aGoalOfASetThatWasNotAskedForIsLeftOut() {
        Goal goal = new Goal("another set", "title", "Weft", "peer", 1);
        assertEquals("", Goal.table(List.of(goal), SETS, List.of(row())));
    }

    @Test
    void theTableStandsBelowItsHeadAndIsLeftOutIfThereIsNoGoal() {
        Markdown markdown = new Markdown();
        String head = markdown.toString();
        markdown.goals("");
        assertEquals(head, markdown.toString());
        markdown.goals(judged(1));
        assertTrue(markdown.toString().startsWith(head + "\n## Goals\n"), markdown.toString());
        assertTrue(markdown.toString().endsWith("|---|---|---:|---:|---|\n" + judged(1)), markdown.toString());
    }

    @Test
    void handOverAndChainsAreJudgedAgainstThreadsOnOneProcessorToo() {
        for (String set : List.of("hand-over", "jruby")) {
            Set<String> theirs = Goals.all().stream()
                    .filter(goal -> goal.set().equals(set))
                    .map(Goal::theirs)
                    .collect(Collectors.toSet());
            assertTrue(theirs.containsAll(Set.of(Runtime.PLAIN, Runtime.PLAIN_BOUND)), theirs.toString());
        }
    }

    @Test
    void everyGoalIsOfASetAndEveryGoalOfJmhOfAFigureThatExists() {
        Set<String> titles = Figures.all().stream().map(Figure::title).collect(Collectors.toSet());
        List<String> others = List.of(
                "suspend",
                "switch between coroutines",
                "element of a generator",
                "ring of 1,0",
                "skynet",
                "heap",
                "10,000,000",
                "HTTP",
                "sockets",
                "JRuby",
                "hello",
                "never-suspending code",
                Locals.DIFFERENCE,
                Locals.READ,
                Locals.READ_HERE,
                Locals.ADDERS,
                "beside ",
                Schedulers.title(1),
                Schedulers.title(2),
                Schedulers.latestTitle(true),
                Schedulers.latestTitle(false));
        for (Goal goal : Goals.all()) {
            assertTrue(Sets.all().contains(goal.set()), goal.set());
        }
        assertEquals(
                List.of(),
                Goals.all().stream()
                        .map(Goal::title)
                        .filter(title ->
                                !titles.contains(title) && others.stream().noneMatch(title::startsWith))
                        .collect(Collectors.toList()));
    }
}

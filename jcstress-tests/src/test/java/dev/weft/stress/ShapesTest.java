package dev.weft.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The classic shapes in their forms: as platform threads under Weft, as fibers, as fibers that are suspended between
 * the accesses, as one of each, as fibers that are asked to leave; on 1 and 2 carriers. The short form runs two of
 * them, 10 ms each test; {@code -Dshapes.all=true -Dshapes.millis=1000} is the long one.
 */
class ShapesTest {
    private static final int MILLIS = Integer.getInteger("shapes.millis", 10);
    private static final boolean ALL = Boolean.getBoolean("shapes.all");

    /**
     * How often that is looked for which was to be seen and was not: on a busy machine two threads seldom run at the
     * same time.
     */
    private static final int SOUGHT = 500;

    /** What each machine with two processors shows. */
    private static final String EVERYWHERE = "StoreBuffering.RelaxedPlain";

    private static final String SUSPENDS = "-Dstress.between=suspends";
    private static final String EVERY_OTHER = "-Dweft.platform=name:JcstressThread_second;name:JcstressThread_fourth";

    @TempDir
    private static Path folder;

    /** Options of a run, and whether the short form has it. */
    private record Form(boolean isShort, String... options) {
        @Override
        public String toString() {
            return String.join(" ", options);
        }
    }

    /** A line of the runner's. */
    private record Seen(String test, String expected, long count) {
        String shape() {
            return test.substring(0, test.indexOf('.'));
        }

        boolean isBroken() {
            return test.contains(".Broken");
        }
    }

    static Stream<Form> forms() {
        return Stream.of(
                        new Form(true, "-Dweft.parallelism=2", SUSPENDS),
                        new Form(true, "-Dweft.parallelism=1", SUSPENDS, EVERY_OTHER),
                        new Form(false, "-Dweft.parallelism=2"),
                        new Form(false, "-Dweft.parallelism=1"),
                        new Form(false, "-Dweft.threads=none"),
                        new Form(false, "-Dweft.threads=none", SUSPENDS),
                        new Form(false, "-Dweft.parallelism=1", SUSPENDS),
                        new Form(false, "-Dweft.parallelism=2", SUSPENDS, EVERY_OTHER),
                        new Form(false, "-Dweft.parallelism=2", "-Dstress.between=yields"),
                        new Form(false, "-Dweft.parallelism=2", "-Dstress.between=parks"),
                        new Form(false, "-Dweft.parallelism=2", "-Dweft.preemption=always"),
                        new Form(false, "-Dweft.parallelism=2", SUSPENDS, "-Dweft.preemption=always"),
                        new Form(false, "-Dweft.parallelism=8", SUSPENDS),
                        new Form(false, "-Dweft.parallelism=2", SUSPENDS, "-Xint"),
                        new Form(false, "-Dweft.parallelism=2", SUSPENDS, "-XX:TieredStopAtLevel=1"),
                        new Form(false, "-Dweft.parallelism=2", SUSPENDS, "-XX:-TieredCompilation"))
                .filter(each -> ALL || each.isShort);
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("forms")
    void nothingForbiddenIsSeenAndEachBrokenSiblingIsCaught(Form form) throws Exception {
        // platform threads that yield get far behind on a busy machine
        boolean isPart = !ALL && List.of(form.options).contains(EVERY_OTHER);
        String part = isPart ? "(Exclusion|MessagePassing|Threads)" : ".*";
        List<Seen> all = run("(?!.*\\.Relaxed)" + part + "\\..*", MILLIS, 100, weft(form.options));
        assertEquals(
                List.of(),
                all.stream()
                        .filter(each -> !each.isBroken() && isForbidden(each))
                        .toList());
        Set<String> shapes = all.stream().map(Seen::shape).collect(Collectors.toCollection(TreeSet::new));
        assertTrue(shapes.size() >= (isPart ? 3 : 12), shapes::toString);
        Set<String> missed = new TreeSet<>(shapes);
        missed.removeAll(caught(all));
        if (!missed.isEmpty()) {
            String broken = "(" + String.join("|", missed) + ")\\.Broken.*";
            missed.removeAll(caught(run(broken, MILLIS, SOUGHT, weft(form.options))));
        }
        assertEquals(Set.of(), missed, "shapes whose broken siblings are not caught");
    }

    private static Set<String> caught(List<Seen> all) {
        return all.stream()
                .filter(each -> each.isBroken() && isForbidden(each))
                .map(Seen::shape)
                .collect(Collectors.toSet());
    }

    private static boolean isForbidden(Seen seen) {
        return seen.expected.equals("FORBIDDEN");
    }

    /** Else something fences by accident, or actors do not run at the same time. */
    @Tag("long")
    @ParameterizedTest
    @MethodSource("relaxedForms")
    void whatThePlainJdkShowsOfRelaxedOutcomesIsSeen(Form form) throws Exception {
        Set<String> plain = interesting(run(".*\\.Relaxed(?!Moves).*", 100, 10, List.of()));
        if (!plain.contains(EVERYWHERE)) {
            plain.addAll(interesting(run(Pattern.quote(EVERYWHERE), 100, SOUGHT, List.of())));
        }
        assertTrue(plain.contains(EVERYWHERE), plain::toString);
        Set<String> missed = new TreeSet<>(plain);
        missed.removeAll(interesting(run(".*\\.Relaxed(?!Moves).*", 100, 100, weft(form.options))));
        if (!missed.isEmpty()) {
            String tests = missed.stream().map(Pattern::quote).collect(Collectors.joining("|"));
            missed.removeAll(interesting(run(tests, 100, SOUGHT, weft(form.options))));
        }
        assertEquals(Set.of(), missed, "seen on the plain JDK only");
    }

    static Stream<Form> relaxedForms() {
        return Stream.of(new Form(true, "-Dweft.parallelism=2"), new Form(false, "-Dweft.threads=none"))
                .filter(each -> ALL || each.isShort);
    }

    @Test
    void actorsMoveBetweenTwoAccesses() throws Exception {
        List<Seen> seen = run("Migration.*", 20, 500, weft("-Dweft.parallelism=2", SUSPENDS));
        assertEquals(Set.of("Migration.RelaxedMoves"), interesting(seen));
    }

    private static Set<String> interesting(List<Seen> all) {
        return all.stream()
                .filter(each -> each.expected.equals("ACCEPTABLE_INTERESTING"))
                .map(Seen::test)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> weft(String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("@" + StressRun.flags(false, folder)));
        all.addAll(List.of(options));
        return all;
    }

    private static List<Seen> run(String tests, int millis, int times, List<String> options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.weft.stress.shapes.Shapes"));
        command.addAll(List.of(String.valueOf(millis), tests, String.valueOf(times)));
        String output = StressRun.output(command, folder, 120 + millis);
        List<Seen> seen = new ArrayList<>();
        for (String line : output.lines().toList()) {
            String[] parts = line.split("\t");
            assertEquals(4, parts.length, output);
            seen.add(new Seen(parts[0], parts[1], Long.parseLong(parts[2])));
        }
        return seen;
    }
}

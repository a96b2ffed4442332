package dev.weft.fuzz;

import dev.weft.fuzz.gen.Choices;
import dev.weft.fuzz.gen.Program;
import dev.weft.fuzz.gen.ProgramGenerator;
import dev.weft.fuzz.run.ProgramRun;
import dev.weft.fuzz.run.ProgramRun.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs random programs on this JVM, which must be a plain one, and under Weft, and compares what they tell. */
public final class Fuzz {
    private static final int BATCH = 50;

    private Fuzz() {}

    /** A program that told something else under Weft. */
    public record Disagreement(long seed, Way way, Choices.Node tree, Outcome plain, Child.Answer answer) {}

    /**
     * What a run has done.
     *
     * @param programs programs that were compared
     * @param classes their random classes
     * @param invalid programs that the plain JVM refused, or that had no room in class files
     * @param events what they told
     * @param seconds how long it took
     * @param cpuSeconds processor time of the JVMs under test
     */
    public record Result(
            long programs,
            long classes,
            long invalid,
            long events,
            double seconds,
            double cpuSeconds,
            List<Disagreement> disagreements) {}

    private record Case(long seed, Choices.Node tree, Program program, Outcome plain) {}

    /**
     * Compares the programs of some seeds.
     *
     * @param most after how many disagreements to stop
     * @param options for the JVM under test
     */
    public static Result run(Way way, long firstSeed, long count, int most, String... options)
            throws InterruptedException {
        try (Children children = new Children(options)) {
            return run(children, way, firstSeed, count, most);
        }
    }

    /** The same in a JVM that may have run others before. */
    static Result run(Children children, Way way, long firstSeed, long count, int most) throws InterruptedException {
        long start = System.nanoTime();
        double cpuBefore = children.cpuSeconds();
        long programs = 0;
        long classes = 0;
        long invalid = 0;
        long events = 0;
        List<Disagreement> found = new ArrayList<>();
        ExecutorService beside = Executors.newSingleThreadExecutor();
        try {
            List<Case> cases = cases(firstSeed, Math.min(BATCH, count));
            for (long done = 0; done < count && found.size() < most; done += BATCH) {
                Child child = children.next(way, cases.size());
                List<Case> now = cases;
                Future<List<Child.Answer>> answers = beside.submit(() -> child.run(
                        now.stream().map(Case::program).toList(), now.isEmpty() ? 0 : now.get(0).seed, false));
                long next = done + BATCH;
                cases = next < count ? cases(firstSeed + next, Math.min(BATCH, count - next)) : List.of();
                List<Child.Answer> all = answers.get();
                for (int k = 0; k < all.size(); k++) {
                    Case each = now.get(k);
                    programs++;
                    classes += each.program.randomClasses();
                    invalid += each.plain.events() < 0 ? 1 : 0;
                    events += Math.max(0, each.plain.events());
                    if (!all.get(k).agrees(each.plain)) {
                        found.add(new Disagreement(each.seed, way, each.tree, each.plain, all.get(k)));
                    }
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            beside.shutdownNow();
        }
        double cpu = Math.max(0, children.cpuSeconds() - cpuBefore);
        return new Result(programs, classes, invalid, events, (System.nanoTime() - start) / 1e9, cpu, found);
    }

    private static List<Case> cases(long firstSeed, long count) throws InterruptedException {
        List<Case> result = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + count; seed++) {
            Choices.Node tree = new Choices.Node();
            Program program = ProgramGenerator.generate(Choices.record(seed, tree));
            if (program != null) {
                result.add(new Case(seed, tree, program, plain(program, false)));
            }
        }
        return result;
    }

    /** What a program tells here. */
    static Outcome plain(Program program, boolean isLogged) throws InterruptedException {
        return ProgramRun.run(program.classes(), Program.START, isLogged, 0, 0);
    }

    /** Usage: {@code Fuzz [programs [first seed [way]]]}. */
    public static void main(String[] arguments) throws InterruptedException {
        long count = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1000;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Way[] ways = arguments.length > 2 ? new Way[] {Way.valueOf(arguments[2])} : Way.values();
        boolean found = false;
        for (Way way : ways) {
            Result result = run(way, seed, count, 20);
            System.out.printf(
                    "%s: %d programs (%d classes, %d refused by the plain JVM, %d events) in %.0f s, %.0f classes/s, %d disagree%n",
                    way,
                    result.programs,
                    result.classes,
                    result.invalid,
                    result.events,
                    result.seconds,
                    result.classes / result.seconds,
                    result.disagreements.size());
            found |= !result.disagreements.isEmpty();
            for (Disagreement each : result.disagreements) {
                System.out.println(
                        "seed " + each.seed + " " + each.way + " plain " + each.plain + " here " + each.answer);
            }
        }
        System.exit(found ? 1 : 0);
    }
}

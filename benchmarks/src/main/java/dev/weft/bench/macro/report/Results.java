package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The runs of all programs in all modes. A row with a wrong answer has no figures: whoever computes something else than
 * the plain JDK is not compared with it.
 */
final class Results {
    private final Map<String, Map<String, SortedMap<Integer, Measured>>> runs = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> failures = new LinkedHashMap<>();
    private final Map<String, String> checksums = new LinkedHashMap<>();

    /**
     * Adds a run, if its checksum is that of the first run with the same answers: of the program, or of program and
     * JDK.
     */
    void add(String program, String answers, String mode, int round, Measured measured) {
        String expected = checksums.computeIfAbsent(answers, key -> measured.checksum());
        if (!expected.equals(measured.checksum())) {
            fail(program, mode, "wrong answer: checksum " + measured.checksum() + " instead of " + expected);
            return;
        }
        runs.computeIfAbsent(program, key -> new LinkedHashMap<>())
                .computeIfAbsent(mode, key -> new TreeMap<>())
                .put(round, measured);
    }

    /** Notes that a run failed: the mode has then no figures for the program. */
    void fail(String program, String mode, String why) {
        failures.computeIfAbsent(program, key -> new LinkedHashMap<>()).putIfAbsent(mode, why);
    }

    /** Why there are no figures, by mode. */
    Map<String, String> failures(String program) {
        return failures.getOrDefault(program, Map.of());
    }

    /** All programs that have figures or failures. */
    Set<String> programs() {
        Set<String> all = new LinkedHashSet<>(runs.keySet());
        all.addAll(failures.keySet());
        return all;
    }

    /** The runs of a program in a mode, some of which may be null; empty if there are none, or if one has failed. */
    private Measured[] of(String program, String mode) {
        SortedMap<Integer, Measured> known =
                runs.getOrDefault(program, Map.of()).get(mode);
        if (known == null || failures(program).containsKey(mode)) {
            return new Measured[0];
        }
        Measured[] all = new Measured[known.lastKey() + 1];
        known.forEach((round, measured) -> all[round] = measured);
        return all;
    }

    /** Figures of the rounds that there are; without those in which too little was done to tell. */
    double[] figures(String program, String mode, ToDoubleFunction<Measured> figure) {
        return Arrays.stream(of(program, mode))
                .filter(Objects::nonNull)
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .toArray();
    }

    /** A figure's ratios of one mode to another, round by round; those of which one side is missing are left out. */
    double[] ratios(String program, String mode, String other, ToDoubleFunction<Measured> figure) {
        Measured[] mine = of(program, mode);
        Measured[] theirs = of(program, other);
        return IntStream.range(0, Math.min(mine.length, theirs.length))
                .filter(round -> mine[round] != null && theirs[round] != null)
                .mapToDouble(round -> figure.applyAsDouble(mine[round]) / figure.applyAsDouble(theirs[round]))
                .filter(ratio -> Double.isFinite(ratio) && ratio > 0)
                .toArray();
    }

    /**
     * For each round the geometric mean, over programs, of a figure's ratios. Programs that lack one of the modes are
     * left out, and so are rounds that one of the others lacks.
     */
    double[] means(List<String> programs, String mode, String other, ToDoubleFunction<Measured> figure) {
        List<double[]> all = programs.stream()
                .map(program -> ratios(program, mode, other, figure))
                .filter(ratios -> ratios.length > 0)
                .toList();
        int common = all.stream().mapToInt(ratios -> ratios.length).min().orElse(0);
        double[] means = new double[common];
        for (int i = 0; i < common; i++) {
            int round = i;
            means[i] = Math.exp(all.stream()
                    .mapToDouble(ratios -> Math.log(ratios[round]))
                    .average()
                    .orElseThrow());
        }
        return means;
    }

    /** How many rounds of a program there are, in whatever modes. */
    int rounds(String program) {
        return runs.getOrDefault(program, Map.of()).values().stream()
                .mapToInt(known -> known.lastKey() + 1)
                .max()
                .orElse(0);
    }

    /** The last run, for its curve; null if there is none. */
    Measured last(String program, String mode) {
        Measured last = null;
        for (Measured run : of(program, mode)) {
            last = run == null ? last : run;
        }
        return last;
    }
}

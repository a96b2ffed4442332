package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Scores of one figure on one runtime: one list per round, each from a process of its own. Lower is better. */
public final class Sample {
    private final List<double[]> rounds = new ArrayList<>();

    void addRound(double... scores) {
        if (scores.length == 0) {
            throw new IllegalArgumentException("a round without a score");
        }
        rounds.add(scores.clone());
    }

    /** How many rounds it has. */
    public int rounds() {
        return rounds.size();
    }

    /** The median over the rounds of each round's median. */
    public double median() {
        return median(roundMedians());
    }

    /** Half the distance of the lowest from the highest round's median. */
    double spread() {
        double[] medians = roundMedians();
        return (Arrays.stream(medians).max().orElseThrow()
                        - Arrays.stream(medians).min().orElseThrow())
                / 2;
    }

    /** The lowest score of all rounds. */
    double least() {
        return rounds.stream().flatMapToDouble(Arrays::stream).min().orElseThrow();
    }

    /** The median of each round. */
    public double[] roundMedians() {
        return rounds.stream().mapToDouble(Sample::median).toArray();
    }

    /** The ratios of this sample to another, round by round, as far as both have rounds. */
    double[] ratiosTo(Sample base) {
        double[] mine = roundMedians();
        double[] theirs = base.roundMedians();
        double[] ratios = new double[Math.min(mine.length, theirs.length)];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = mine[i] / theirs[i];
        }
        return ratios;
    }

    /** The median of some numbers. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}

package dev.weft.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Many rows as two: what single pieces of code gain and lose by the place of their machine code, and by who else uses
 * the processor, is evened out over all of them.
 */
final class GeometricMean {
    static final String OF_MEDIANS = "never-suspending code, geometric mean";
    static final String OF_LEAST = "never-suspending code, geometric mean of each one's least iteration";

    private GeometricMean() {}

    /**
     * Both rows, of rows of one set and unit. A runtime that has failed in one of the rows is left out of these.
     *
     * @param rows at least one
     */
    static List<Row> of(List<Row> rows) {
        Row first = rows.get(0);
        Row medians = ofMedians(OF_MEDIANS, rows);
        Row least = new Row(first.set(), OF_LEAST, first.unit());
        for (String runtime : first.samples().keySet()) {
            List<Sample> samples = ofAll(rows, runtime);
            if (samples.size() == rows.size()) {
                least.add(runtime, mean(samples, Sample::least));
            }
        }
        return List.of(medians, least);
    }

    /** One row, of rows of one set and unit; a runtime that has failed in one of them is left out. */
    static Row ofMedians(String title, List<Row> rows) {
        Row first = rows.get(0);
        Row medians = new Row(first.set(), title, first.unit());
        for (String runtime : first.samples().keySet()) {
            List<Sample> samples = ofAll(rows, runtime);
            if (samples.size() == rows.size()) {
                addMedians(medians, runtime, samples);
            }
        }
        return medians;
    }

    private static List<Sample> ofAll(List<Row> rows, String runtime) {
        return rows.stream()
                .map(row -> row.samples().get(runtime))
                .filter(sample -> sample != null)
                .toList();
    }

    private static void addMedians(Row medians, String runtime, List<Sample> samples) {
        int rounds = samples.stream().mapToInt(Sample::rounds).min().orElseThrow();
        for (int i = 0; i < rounds; i++) {
            int round = i;
            medians.add(runtime, mean(samples, sample -> sample.roundMedians()[round]));
        }
    }

    private static double mean(List<Sample> samples, ToDoubleFunction<Sample> score) {
        double[] logarithms = samples.stream().mapToDouble(score).map(Math::log).toArray();
        return Math.exp(Arrays.stream(logarithms).average().orElseThrow());
    }
}

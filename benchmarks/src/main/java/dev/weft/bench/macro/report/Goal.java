package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.Markdown;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the set is to show.
 *
 * @param figure in words
 * @param most the highest ratio that meets it
 * @param values the ratios of the rounds; none if it was not measured
 */
record Goal(String figure, double most, double... values) {
    /** The goals of the project for real programs. */
    static List<Goal> all(List<Program> programs, Results results) {
        List<String> names = programs.stream()
                .filter(program -> !program.waits())
                .map(Program::name)
                .toList();
        ToDoubleFunction<Measured> time = Measured::steadyMicros;
        ToDoubleFunction<Measured> peak = run -> run.number("residentPeakBytes");
        ToDoubleFunction<Measured> resident = run -> run.number("residentStartBytes");
        ToDoubleFunction<Measured> start = run -> run.number("startMillis");
        String weft = Mode.WEFT;
        String plain = Mode.PLAIN;
        return List.of(
                new Goal("time on fibers, geometric mean", 1, results.means(names, weft, plain, time)),
                new Goal("time on fibers, the worst program", 1.1, worst(names, results)),
                new Goal("time with `weft.threads=none`", 1.01, results.means(names, Mode.NONE, plain, time)),
                new Goal("time to 90 % of the peak", 1.15, results.means(names, weft, plain, Measured::millisToPeak)),
                new Goal("start of Spring Boot", 1.15, results.ratios(Catalogue.SPRING, weft, plain, start)),
                new Goal("start of Kafka", 1.15, results.ratios(Catalogue.KAFKA, weft, plain, start)),
                new Goal(
                        "start of both from `weft link`",
                        0.7,
                        results.means(Catalogue.STARTS, Mode.LINKED, plain, start)),
                new Goal(
                        "processor time of a run without class cache",
                        1.8,
                        results.means(names, Mode.COLD, plain, Measured::allCpuMicros)),
                new Goal("resident after start", 1.2, results.means(names, weft, plain, resident)),
                new Goal("resident, peak", 1.1, results.means(names, weft, plain, peak)),
                new Goal(
                        "Spring Boot with waits, time, of virtual threads",
                        1 / 1.3,
                        results.ratios(Catalogue.SPRING_WAITS, weft, Mode.VIRTUAL, time)));
    }

    private static double[] worst(List<String> names, Results results) {
        double[][] all = names.stream()
                .map(name -> results.ratios(name, Mode.WEFT, Mode.PLAIN, Measured::steadyMicros))
                .filter(ratios -> ratios.length > 0)
                .toArray(double[][]::new);
        return Arrays.stream(all)
                .max((one, other) -> Double.compare(median(one), median(other)))
                .orElse(new double[0]);
    }

    private static double median(double... values) {
        return dev.weft.bench.report.Sample.median(values);
    }

    /** Met if all rounds meet it, missed if none does. */
    String verdict() {
        long meeting = Arrays.stream(values).filter(value -> value <= most).count();
        if (values.length == 0) {
            return "not measured";
        }
        return meeting == values.length ? "met" : meeting == 0 ? "**missed**" : "undecided";
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s |%n",
                figure,
                Markdown.number(most),
                Markdown.ratio(values.clone()),
                verdict());
    }
}

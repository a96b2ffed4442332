package dev.weft.bench.report;

import java.util.Collection;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs one figure on one runtime in one process of its own, by JMH. */
final class JmhRunner {
    private final Effort effort;

    JmhRunner(Effort effort) {
        this.effort = effort;
    }

    /** The scores of the measured iterations. */
    double[] run(Figure figure, Runtime runtime) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^dev\\.weft\\.bench\\." + figure.benchmark().replace(".", "\\.") + "$")
                .forks(1)
                .warmupIterations(effort.warmups())
                .warmupTime(TimeValue.milliseconds(effort.iterationMillis()))
                .measurementIterations(effort.iterations())
                .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
                .timeout(TimeValue.seconds(effort.timeoutSeconds()))
                .jvm(runtime.java().toString())
                .jvmArgs(arguments(figure, runtime))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (!figure.parameter().isEmpty()) {
            String[] pair = figure.parameter().split("=", 2);
            options.param(pair[0], pair[1]);
        }
        return scores(new Runner(options.build()).run(), figure);
    }

    String[] arguments(Figure figure, Runtime runtime) {
        java.util.List<String> all = new java.util.ArrayList<>(Heap.SUBMISSIONS.options());
        all.addAll(runtime.argumentsFor(figure.carriers()));
        return all.toArray(new String[0]);
    }

    private static double[] scores(Collection<RunResult> results, Figure figure) throws RunnerException {
        double[] scores = results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .flatMap(result -> result.getIterationResults().stream())
                .map(IterationResult::getPrimaryResult)
                .mapToDouble(result -> result.getScore())
                .toArray();
        if (scores.length == 0) {
            throw new RunnerException("no result of " + figure.benchmark() + ": it failed, hung, or does not exist");
        }
        return scores;
    }
}

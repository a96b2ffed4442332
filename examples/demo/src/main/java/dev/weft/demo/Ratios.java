package dev.weft.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Throughput at several numbers of active connections, plain and on fibers in turn, as a Markdown table. */
@Command(
        name = "ratios",
        mixinStandardHelpOptions = true,
        description = "Prints the throughput of fibers against plain threads at several numbers of active connections.")
final class Ratios implements Callable<Integer> {
    @Mixin
    private Settings settings;

    @Option(
            names = "--active",
            paramLabel = "N",
            split = ",",
            defaultValue = "10,100,1000,10000",
            description = "numbers of active connections (default: ${DEFAULT-VALUE})")
    private List<Integer> active = new ArrayList<>();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "runs of each mode; the medians are shown (default: ${DEFAULT-VALUE})")
    private int repeat;

    private final TextTable table = new TextTable(
            "active connections",
            "plain threads (requests/s)",
            "fibers (requests/s)",
            "fibers / plain",
            "plain p99 (ms)",
            "fibers p99 (ms)",
            "wrong answers and errors");
    private boolean clean = true;

    @Override
    public Integer call() throws DemoException, InterruptedException {
        settings.check();
        List<Mode> modes = settings.modes();
        if (modes.size() != 2 || repeat < 1) {
            throw new DemoException("ratios need both modes, and --repeat of at least 1");
        }
        Limits limits = Limits.read();
        Bench bench = new Bench(settings, System.err);
        for (int asked : active) {
            Limits.Allowed allowed = limits.connections(asked, true);
            if (!allowed.reason().isEmpty()) {
                System.err.println(allowed.reason());
            }
            measure(bench, modes, allowed.connections());
        }
        System.out.print(table.markdown());
        return clean ? 0 : 1;
    }

    private void measure(Bench bench, List<Mode> modes, int connections) throws InterruptedException {
        List<Measurement> plain = new ArrayList<>();
        List<Measurement> fibers = new ArrayList<>();
        for (int i = 0; i < repeat; i++) {
            plain.add(bench.run(modes.get(0), connections, connections));
            fibers.add(bench.run(modes.get(1), connections, connections));
        }
        row(table, connections, plain, fibers);
        for (List<Measurement> runs : List.of(plain, fibers)) {
            clean &= runs.stream().allMatch(Measurement::clean);
            runs.stream()
                    .filter(run -> !run.note().isEmpty())
                    .forEach(run -> System.err.println(run.mode() + ": " + run.note()));
        }
    }

    /** Adds the row of the medians; a dash where a mode has no complete run. */
    static void row(TextTable table, int connections, List<Measurement> plain, List<Measurement> fibers) {
        double[] plainMedians = medians(plain);
        double[] fiberMedians = medians(fibers);
        long bad = 0;
        for (List<Measurement> runs : List.of(plain, fibers)) {
            bad += runs.stream()
                    .filter(Measurement::complete)
                    .mapToLong(run -> run.report().wrong() + run.report().errors())
                    .sum();
        }
        table.row(
                String.format(Locale.ROOT, "%,d", connections),
                number("%,.0f", plainMedians[0]),
                number("%,.0f", fiberMedians[0]),
                Comparison.ratio(fiberMedians[0], plainMedians[0]),
                number("%.2f", plainMedians[1] / 1000),
                number("%.2f", fiberMedians[1] / 1000),
                Long.toString(bad));
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }

    /** Throughput and p99 in microseconds; not numbers if no run is complete. */
    private static double[] medians(List<Measurement> runs) {
        List<ClientReport> reports = runs.stream()
                .filter(Measurement::complete)
                .map(Measurement::report)
                .toList();
        return new double[] {
            median(reports.stream()
                    .mapToDouble(ClientReport::throughput)
                    .sorted()
                    .toArray()),
            median(reports.stream()
                    .mapToDouble(ClientReport::p99Micros)
                    .sorted()
                    .toArray())
        };
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

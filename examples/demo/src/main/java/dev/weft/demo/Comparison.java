package dev.weft.demo;

import java.util.List;
import java.util.Locale;

/** The measurements of a demo as text. */
final class Comparison {
    private final List<Measurement> measurements;

    Comparison(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
    }

    /** The table, what went wrong, and where two runs are complete their ratio. */
    String text() {
        TextTable table = new TextTable(
                "mode",
                "connections held",
                "kernel threads",
                "peak under load",
                "memory (MB)",
                "requests/s",
                "p50 (ms)",
                "p99 (ms)",
                "wrong answers",
                "errors");
        StringBuilder notes = new StringBuilder();
        for (Measurement measurement : measurements) {
            if (measurement.complete()) {
                addNumbers(table, measurement);
            } else {
                table.row(measurement.mode(), "failed", "-", "-", "-", "-", "-", "-", "-", "-");
            }
            if (!measurement.note().isEmpty()) {
                notes.append(measurement.mode())
                        .append(": ")
                        .append(measurement.note())
                        .append('\n');
            }
        }
        return table.plain() + notes + ratioLine();
    }

    private static void addNumbers(TextTable table, Measurement measurement) {
        ClientReport report = measurement.report();
        table.row(
                measurement.mode(),
                whole(report.held()),
                whole(measurement.status().threads()),
                whole(measurement.peakThreads()),
                whole(Math.round(measurement.residentMb())),
                whole(Math.round(report.throughput())),
                String.format(Locale.ROOT, "%.2f", report.p50Micros() / 1000.0),
                String.format(Locale.ROOT, "%.2f", report.p99Micros() / 1000.0),
                whole(report.wrong()),
                whole(report.errors()));
    }

    private String ratioLine() {
        if (measurements.size() != 2
                || !measurements.get(0).complete()
                || !measurements.get(1).complete()) {
            return "";
        }
        Measurement first = measurements.get(0);
        Measurement second = measurements.get(1);
        return second.mode() + " / " + first.mode() + ": kernel threads "
                + ratio(second.status().threads(), first.status().threads())
                + ", memory " + ratio(second.residentMb(), first.residentMb())
                + ", requests/s "
                + ratio(second.report().throughput(), first.report().throughput())
                + ", p50 " + ratio(second.report().p50Micros(), first.report().p50Micros())
                + ", p99 " + ratio(second.report().p99Micros(), first.report().p99Micros()) + "\n";
    }

    /** A quotient with four decimals below 0.1 and two above; a dash if it is not defined. */
    static String ratio(double numerator, double denominator) {
        double ratio = numerator / denominator;
        if (denominator == 0 || Double.isNaN(ratio)) {
            return "-";
        }
        return String.format(Locale.ROOT, ratio < 0.1 ? "%.4f" : "%.2f", ratio);
    }

    private static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Whether every run was complete and without a wrong or missing answer. */
    boolean clean() {
        return measurements.stream().allMatch(Measurement::clean);
    }
}

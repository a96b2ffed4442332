package dev.weft.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Pieces of a report as text: facts, goals, a table per set. */
public final class Markdown {
    private final StringBuilder text = new StringBuilder();

    void heading(String title) {
        text.append("# ").append(title).append("\n\n");
    }

    /** Text as it is. */
    void text(String more) {
        text.append(more);
    }

    void facts(Map<String, String> facts) {
        text.append("| | |\n|---|---|\n");
        facts.forEach((name, value) -> line(name, escape(value)));
    }

    /** How the tables of sets are to be read. */
    void legend() {
        text.append(
                """

                A figure is the median over the rounds (one process each; the runtimes take turns) of each round's median,
                ± half the distance between the lowest and the highest round. A ratio compares the first runtime with the
                other: the median of the rounds' ratios, with the lowest and the highest in brackets. Lower is better.
                """);
    }

    /** The table of goals, by its lines; nothing if there are none. */
    void goals(String lines) {
        if (!lines.isEmpty()) {
            text.append(
                            """

                            ## Goals

                            A goal is met if all rounds meet it, missed if none does, else undecided.

                            | figure | runtime | at most | measured | met |
                            |---|---|---:|---:|---|
                            """)
                    .append(lines);
        }
    }

    void set(String name, List<Row> rows, String chart) {
        set(name, rows, chart, "");
    }

    /** With a sentence above the chart. */
    void set(String name, List<Row> rows, String chart, String question) {
        text.append("\n## ").append(name).append("\n\n");
        if (!question.isEmpty()) {
            text.append(question).append("\n\n");
        }
        if (!chart.isEmpty()) {
            text.append("![ratios](").append(chart).append(")\n\n");
        }
        text.append("| | runtime | figure | ratio |\n|---|---|---:|---:|\n");
        rows.forEach(this::row);
    }

    private void row(Row row) {
        String title = row.title();
        for (Map.Entry<String, Sample> entry : row.samples().entrySet()) {
            Sample sample = entry.getValue();
            line(title, entry.getKey(), figure(sample, row.unit()), ratio(row.ratiosTo(entry.getKey())));
            title = "";
        }
        for (Map.Entry<String, String> error : row.errors().entrySet()) {
            line(
                    title,
                    error.getKey(),
                    "failed",
                    escape(error.getValue().lines().findFirst().orElse("")));
            title = "";
        }
    }

    private void line(String... cells) {
        text.append("| ").append(String.join(" | ", Arrays.asList(cells))).append(" |\n");
    }

    static String figure(Sample sample, String unit) {
        return number(sample.median()) + " ± " + number(sample.spread()) + " " + unit;
    }

    /** The median of some ratios, with the lowest and the highest in brackets; empty if there are none. */
    public static String ratio(double... ratios) {
        if (ratios.length == 0) {
            return "";
        }
        Arrays.sort(ratios);
        return String.format(
                Locale.ROOT,
                "**%s** (%s..%s)",
                number(Sample.median(ratios)),
                number(ratios[0]),
                number(ratios[ratios.length - 1]));
    }

    /** Three digits that mean something, no exponent. */
    public static String number(double value) {
        double size = Math.abs(value);
        int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** For a cell of a table. */
    public static String escape(String value) {
        return value.replace("|", "\\|").replace("\n", " ");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

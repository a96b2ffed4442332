package dev.weft.bench.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * What a line of the report is to show.
 *
 * @param set of the line
 * @param title of the line
 * @param mine the runtime that is judged
 * @param theirs the one it is compared with; null if the figure itself is judged
 * @param most the highest ratio, or the highest figure
 */
record Goal(String set, String title, String mine, String theirs, double most) {

    /** The lines of a table for the goals of those sets that were asked for; empty if there is none. */
    static String table(List<Goal> goals, Collection<String> sets, List<Row> rows) {
        StringBuilder lines = new StringBuilder();
        for (Goal goal : goals) {
            if (sets.contains(goal.set)) {
                lines.append(goal.line(rows));
            }
        }
        return lines.toString();
    }

    private String line(List<Row> rows) {
        Row row = rows.stream()
                .filter(each -> each.set().equals(set) && each.title().equals(title))
                .findFirst()
                .orElseGet(() -> new Row(set, title, ""));
        double[] values = theirs == null ? own(row) : row.ratios(mine, theirs);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s %s | %s | %s |%n",
                title,
                mine,
                Markdown.number(most),
                theirs == null ? row.unit() : "of " + theirs,
                Markdown.ratio(values),
                met(values));
    }

    /** Yes only if all rounds meet the goal, no only if none does. */
    private String met(double... values) {
        if (values.length == 0) {
            return "not measured";
        }
        long meeting = Arrays.stream(values).filter(value -> value <= most).count();
        return meeting == values.length ? "yes" : meeting == 0 ? "**no**" : "undecided";
    }

    private double[] own(Row row) {
        Sample sample = row.samples().get(mine);
        return sample == null ? new double[0] : sample.roundMedians();
    }
}

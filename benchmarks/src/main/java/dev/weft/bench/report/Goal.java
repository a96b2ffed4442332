package dev.weft.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * What a line of the report is to show.
 *
 * @param title of the line
 * @param mine the runtime that is judged
 * @param theirs the one it is compared with; null if the figure itself is judged
 * @param most the highest ratio, or the highest figure
 */
record Goal(String title, String mine, String theirs, double most) {

    static List<Goal> all() {
        List<Goal> all = new java.util.ArrayList<>(List.of(
                new Goal(Suspends.lazyTitle(100), Runtime.WEFT, Runtime.CONTINUATION, 0.06),
                new Goal("suspend and resume, depth 100, 5 frames touched", Runtime.WEFT, Runtime.CONTINUATION, 0.6),
                new Goal("suspend and resume, depth 100, 20 frames touched", Runtime.WEFT, Runtime.CONTINUATION, 1),
                new Goal("suspend and resume, depth 100, 100 frames touched", Runtime.WEFT, Runtime.CONTINUATION, 1),
                new Goal("hand-over by LockSupport, 1 carrier", Runtime.WEFT, Runtime.VIRTUAL, 0.35),
                new Goal("hand-over by LockSupport, 1 carrier", Runtime.WEFT, Runtime.PLAIN, 0.03),
                new Goal(Languages.RING_MILLION, Runtime.WEFT, Runtime.VIRTUAL, 0.1),
                new Goal(Languages.SKYNET, Runtime.WEFT, Runtime.VIRTUAL, 0.5),
                new Goal("start and join, one by one", Runtime.WEFT, Runtime.VIRTUAL, 1),
                new Goal("start and join, 1,000 together", Runtime.WEFT, Runtime.VIRTUAL, 1),
                new Goal("heap per parked thread, depth 3", Runtime.WEFT, null, 400),
                new Goal("heap per parked thread, depth 3", Runtime.WEFT, Runtime.VIRTUAL, 0.5),
                new Goal("10,000,000 parked in 5 GB, heap per thread", Runtime.WEFT, null, 500),
                new Goal(Http.title(1_000), Runtime.WEFT, Runtime.VIRTUAL, 1),
                new Goal(Http.title(10_000), Runtime.WEFT, Runtime.VIRTUAL, 1 / 1.2),
                new Goal(Rubies.title(5, false), Runtime.WEFT, Runtime.PLAIN, 1 / 7.0),
                new Goal(Rubies.title(5_000, false), Runtime.WEFT, Runtime.PLAIN, 1 / 7.0),
                new Goal("hello world, linked image", "Weft, image", "JDK 17, with CDS", 1.2),
                new Goal("hello world, --patch-module", "Weft, patch", "JDK 17, unchanged java.base", 1.4)));
        for (Figure figure : Figures.all()) {
            if (figure.set().equals("never-suspending")) {
                all.add(new Goal(figure.title(), Runtime.WEFT, Runtime.PLAIN, 1.05));
                all.add(new Goal(figure.title(), Runtime.WEFT_PLATFORM, Runtime.PLAIN, 1.02));
            }
        }
        return all;
    }

    /** The lines of a table for those rows that were measured; empty if there is none. */
    static String table(List<Goal> goals, List<Row> rows) {
        StringBuilder lines = new StringBuilder();
        for (Goal goal : goals) {
            for (Row row : rows) {
                if (row.title().equals(goal.title())) {
                    lines.append(goal.line(row));
                }
            }
        }
        return lines.toString();
    }

    private String line(Row row) {
        double[] values = theirs == null ? own(row) : row.ratios(mine, theirs);
        if (values.length == 0) {
            return "";
        }
        String met = Sample.median(values) <= most ? "yes" : "**no**";
        String against = theirs == null ? row.unit() : "of " + theirs;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s %s | %s | %s |%n",
                title,
                mine,
                Markdown.number(most),
                against,
                Markdown.ratio(values),
                met);
    }

    private double[] own(Row row) {
        Sample sample = row.samples().get(mine);
        return sample == null ? new double[0] : sample.roundMedians();
    }
}

package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * How late a thread that sleeps, and another one that echoes, are beside some that compute 15 ms at a time, by
 * {@link dev.weft.bench.Hogs}: by their number, as a geometric mean over what they do then.
 */
final class BesideHogs {
    static final String SET = "hogs";
    static final List<Integer> NUMBERS = List.of(2, 4, 16, 32);
    static final List<String> COLUMNS =
            List.of("sleep(1) late, half", "sleep(1) late, 99 of 100", "echo, half", "echo, 99 of 100");

    private static final String MAIN = "dev.weft.bench.Hogs";
    private static final List<String> KINDS = List.of("spin", "yield", "sleep", "feed");
    private static final String WORK = "time per 15 ms of work";
    private static final String SECONDS = "5";

    private BesideHogs() {}

    static String title(int number, String column) {
        return "beside " + number + " that compute, two processors: " + column;
    }

    /** Of each runtime, with as many carriers as processors. */
    static List<Row> measure(List<Runtime> runtimes, int rounds) throws InterruptedException {
        List<Row> means = new ArrayList<>();
        for (int number : NUMBERS) {
            List<List<Row>> byKind = new ArrayList<>();
            for (String kind : KINDS) {
                byKind.add(measure(runtimes, rounds, number, kind));
            }
            for (int column : new int[] {0, 1, 3, 4, 6}) {
                List<Row> rows = byKind.stream().map(each -> each.get(column)).toList();
                means.add(GeometricMean.ofMedians(rows.get(0).title(), rows));
            }
        }
        return means;
    }

    /** A row for each column that the program prints. */
    private static List<Row> measure(List<Runtime> runtimes, int rounds, int number, String kind)
            throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (String column : COLUMNS) {
            rows.add(new Row(SET, title(number, column), "ms"));
        }
        rows.add(2, new Row(SET, "the latest sleep", "ms"));
        rows.add(5, new Row(SET, "the latest echo", "ms"));
        rows.add(new Row(SET, title(number, WORK), "ms"));
        List<Launch> launches = runtimes.stream()
                .map(each -> Launch.of(each, 2, List.of(), MAIN, List.of(kind, String.valueOf(number), SECONDS)))
                .toList();
        Launch.measure(rounds, launches, 1, rows.toArray(new Row[0]));
        return rows;
    }
}

package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures that a newcomer asks for, three bars each: Weft, virtual threads, kernel threads. Each group has a scale
 * of its own; a bar that would leave the picture is cut, and its end says so. Readable on a light and on a dark page.
 */
final class OverviewChart {
    private static final int LEFT = 250;
    private static final int WIDTH = 780;
    /** Room for bars; the figure stands behind. */
    private static final int ROOM = 400;

    private static final int BAR = 15;
    private static final int GROUP = 3 * BAR + 16;
    private static final int TOP = 40;

    private record Group(String title, String set, String row) {}

    private record Kind(String runtime, String name, String colour) {}

    private static final List<Group> GROUPS = List.of(
            new Group("Hand-over between two threads", "hand-over", Figures.HAND_OVER),
            new Group("Start and join a thread", "start-join", "start and join, 1,000 together"),
            new Group("HTTP request, 1,000 connections", "http", Http.title(1_000)),
            new Group("HTTP request, 10,000 connections", "http", Http.title(10_000)),
            new Group("Memory per parked thread", "footprint", Footprints.bothTitle(3, false)),
            new Group("100,000 threads sleep 10 times", "peers", Languages.SLEEPERS));

    private static final List<Kind> KINDS = List.of(
            new Kind(Runtime.WEFT, "Weft on JDK 17", "#2e8b57"),
            new Kind(Runtime.VIRTUAL, "virtual threads, JDK 25", "#4a86c5"),
            new Kind(Runtime.PLAIN, "kernel threads, JDK 17", "#8a8a8a"));

    private final List<Row> rows;

    OverviewChart(List<Row> rows) {
        this.rows = rows;
    }

    String svg() {
        List<String> groups = new ArrayList<>();
        int y = TOP;
        for (Group group : GROUPS) {
            Row row = rows.stream()
                    .filter(each ->
                            each.set().equals(group.set()) && each.title().equals(group.row()))
                    .findFirst()
                    .orElse(null);
            if (row != null && row.samples().containsKey(Runtime.WEFT)) {
                groups.add(group(group.title(), row, y));
                y += GROUP;
            }
        }
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" "
                        + "font-family=\"sans-serif\" font-size=\"13\" fill=\"#808080\">%n",
                WIDTH,
                y));
        svg.append("<title>Weft beside virtual threads and kernel threads; shorter is better</title>\n");
        int x = 10;
        for (Kind kind : KINDS) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"8\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" y=\"19\">%s</text>%n",
                    x,
                    kind.colour(),
                    x + 18,
                    kind.name()));
            x += 190;
        }
        svg.append(String.format("<text x=\"%d\" y=\"19\">shorter is better</text>%n", x));
        groups.forEach(svg::append);
        return svg.append("</svg>\n").toString();
    }

    private static String group(String title, Row row, int top) {
        double longest = KINDS.stream()
                .filter(kind -> !kind.runtime().equals(Runtime.PLAIN))
                .filter(kind -> row.samples().containsKey(kind.runtime()))
                .mapToDouble(kind -> row.samples().get(kind.runtime()).median())
                .max()
                .orElseThrow();
        double scale = ROOM * 0.6 / longest;
        StringBuilder group = new StringBuilder(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n",
                LEFT - 10,
                top + BAR + 12,
                title));
        int y = top;
        for (Kind kind : KINDS) {
            Sample sample = row.samples().get(kind.runtime());
            if (sample != null) {
                group.append(bar(sample.median() * scale, kind.colour(), y));
                group.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%d\">%s %s</text>%n",
                        LEFT + Math.min(ROOM, sample.median() * scale) + 8,
                        y + 11,
                        Markdown.number(sample.median()),
                        row.unit()));
            }
            y += BAR;
        }
        return group.toString();
    }

    /** A bar; a cut one ends in a point. */
    private static String bar(double length, String colour, int y) {
        if (length <= ROOM) {
            return String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                    LEFT,
                    y,
                    length,
                    BAR - 2,
                    colour);
        }
        int end = LEFT + ROOM;
        return String.format(
                Locale.ROOT,
                "<path d=\"M%d %d H%d L%d %.1f L%3$d %d H%1$d Z\" fill=\"%s\"/>%n",
                LEFT,
                y,
                end - 8,
                end,
                y + (BAR - 2) / 2.0,
                y + BAR - 2,
                colour);
    }
}

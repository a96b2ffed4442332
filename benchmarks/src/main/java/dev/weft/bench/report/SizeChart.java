package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Lines through the points of some series, both axes logarithmic: what something takes by its size. A series of one
 * point is a mark. Readable on a light and on a dark page.
 */
final class SizeChart {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 320;
    private static final int LEFT = 60;
    private static final int RIGHT = 20;
    private static final int TOP = 40;
    private static final int BOTTOM = 40;
    private static final List<String> COLOURS = List.of("#2e8b57", "#c0562b", "#4a90d9", "#d9a441");

    private record Point(double x, double y) {}

    private final String xName;
    private final String yName;
    private final Map<String, List<Point>> series = new LinkedHashMap<>();

    SizeChart(String xName, String yName) {
        this.xName = xName;
        this.yName = yName;
    }

    /** Adds a point to a series; both numbers above 0. */
    void add(String name, double x, double y) {
        series.computeIfAbsent(name, key -> new ArrayList<>()).add(new Point(x, y));
    }

    /** The picture. */
    String svg() {
        double right = highest(true);
        double top = highest(false);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" "
                        + "font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">%n",
                WIDTH,
                HEIGHT));
        for (double mark = 1; mark <= right; mark *= 10) {
            svg.append(text(x(mark, right), HEIGHT - BOTTOM + 16, "middle", String.format(Locale.ROOT, "%,.0f", mark)));
        }
        for (double mark = 1; mark <= top; mark *= 10) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\" stroke=\"#808080\" stroke-width=\"0.4\"/>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(mark, top)));
            svg.append(text(LEFT - 8, y(mark, top) + 4, "end", String.format(Locale.ROOT, "%,.0f", mark)));
        }
        svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, "middle", xName));
        svg.append(text(LEFT - 8, TOP - 12, "end", yName.split(" ")[0]));
        int number = 0;
        for (Map.Entry<String, List<Point>> each : series.entrySet()) {
            svg.append(line(number++, each.getKey(), each.getValue(), right, top));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String line(int number, String name, List<Point> points, double right, double top) {
        String colour = COLOURS.get(number % COLOURS.size());
        StringBuilder svg = new StringBuilder();
        List<String> places = new ArrayList<>();
        for (Point each : points) {
            double x = x(each.x(), right);
            double y = y(each.y(), top);
            places.add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
            svg.append(String.format(
                    Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", x, y, colour));
        }
        svg.append(String.format(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>%n",
                colour, String.join(" ", places)));
        int from = LEFT + number * 165;
        svg.append(String.format("<rect x=\"%d\" y=\"8\" width=\"14\" height=\"4\" fill=\"%s\"/>%n", from, colour));
        return svg.append(text(from + 18, 14, "start", name)).toString();
    }

    private static String text(double x, double y, String anchor, String text) {
        return String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }

    private double highest(boolean isX) {
        double highest = 10;
        for (List<Point> points : series.values()) {
            for (Point each : points) {
                highest = Math.max(highest, isX ? each.x() : each.y());
            }
        }
        return isX ? highest : Math.pow(10, Math.ceil(Math.log10(highest)));
    }

    private static double x(double value, double right) {
        return LEFT + Math.log(value) / Math.log(right) * (WIDTH - RIGHT - LEFT);
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - Math.max(0, Math.log(value) / Math.log(top)) * (HEIGHT - BOTTOM - TOP);
    }
}

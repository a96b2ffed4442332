package dev.weft.tck.soak;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A gauge over time, one panel for each run: a line through all values, a dot for each one after a round, when nobody
 * is left. Readable on a light and on a dark page.
 */
final class SoakChart {
    private static final int WIDTH = 340;
    private static final int HEIGHT = 170;
    private static final int COLUMNS = 3;
    private static final int LEFT = 48;
    private static final int RIGHT = 12;
    private static final int TOP = 30;
    private static final int BOTTOM = 24;
    private static final int STEPS = 4;

    private final String gauge;
    private final long unit;

    /** A chart of that gauge, whose values are divided by the unit. */
    SoakChart(String gauge, long unit) {
        this.gauge = gauge;
        this.unit = unit;
    }

    /** The picture; all panels have the same scale. */
    String svg(List<SoakLog> runs) {
        double top = roundUp(
                runs.stream().mapToLong(each -> each.highest(gauge)).max().orElseThrow() / (double) unit);
        int rows = (runs.size() + COLUMNS - 1) / COLUMNS;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" "
                        + "font-family=\"sans-serif\" font-size=\"11\" fill=\"#808080\">%n",
                COLUMNS * WIDTH,
                rows * HEIGHT));
        int panel = 0;
        for (SoakLog run : runs) {
            svg.append(String.format(
                    "<g transform=\"translate(%d %d)\">%n%s</g>%n",
                    panel % COLUMNS * WIDTH, panel / COLUMNS * HEIGHT, panel(run, top)));
            panel++;
        }
        return svg.append("</svg>\n").toString();
    }

    private String panel(SoakLog run, double top) {
        StringBuilder svg = new StringBuilder(text(LEFT, 16, "start", run.name));
        for (int i = 0; i <= STEPS; i++) {
            double y = HEIGHT - BOTTOM - i * (HEIGHT - BOTTOM - TOP) / (double) STEPS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%3$.1f\" stroke=\"#808080\" stroke-width=\"0.4\"/>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y));
            svg.append(text(LEFT - 6, y + 4, "end", String.format(Locale.ROOT, "%,.0f", top * i / STEPS)));
        }
        svg.append(text(LEFT, HEIGHT - 8, "start", "0"));
        svg.append(text(WIDTH - RIGHT, HEIGHT - 8, "end", run.seconds() / 60 + " min"));
        svg.append(String.format(
                "<polyline fill=\"none\" stroke=\"#4a90d9\" stroke-width=\"1\" points=\"%s\"/>%n",
                run.lines.stream().map(each -> point(run, each, top)).collect(Collectors.joining(" "))));
        for (SoakLog.Line each : run.rounds()) {
            String[] point = point(run, each, top).split(",");
            svg.append(String.format("<circle cx=\"%s\" cy=\"%s\" r=\"2.5\" fill=\"#c0562b\"/>%n", point[0], point[1]));
        }
        return svg.toString();
    }

    private String point(SoakLog run, SoakLog.Line line, double top) {
        double x = LEFT + line.seconds() / (double) Math.max(1, run.seconds()) * (WIDTH - RIGHT - LEFT);
        double y = HEIGHT - BOTTOM - line.values().get(gauge) / (double) unit / top * (HEIGHT - BOTTOM - TOP);
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    private static String text(double x, double y, String anchor, String text) {
        return String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }

    /** The least of 4, 8, 12, 20, 40, 80, .. that is not below. */
    private static double roundUp(double value) {
        for (double power = 1; ; power *= 10) {
            for (int digit : new int[] {4, 8, 12, 20}) {
                if (value <= digit * power) {
                    return digit * power;
                }
            }
        }
    }
}

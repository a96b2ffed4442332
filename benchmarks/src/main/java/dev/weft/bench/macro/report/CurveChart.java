package dev.weft.bench.macro.report;

import dev.weft.bench.macro.Measured;
import dev.weft.bench.report.Markdown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rates over time, one panel for each program and one line for each mode. Readable on a light and on a dark page. */
final class CurveChart {
    private static final int WIDTH = 340;
    private static final int HEIGHT = 180;
    private static final int COLUMNS = 3;
    private static final int MARGIN = 34;
    private static final int LEGEND = 30;
    private static final Map<String, String> COLOURS = Map.of(
            Mode.PLAIN, "#808080",
            Mode.NONE, "#4a90d9",
            Mode.WEFT, "#2e8b57",
            Mode.COLD, "#8fbc8f",
            Mode.LINKED, "#6b8e23",
            Mode.JDK25, "#c0562b",
            Mode.VIRTUAL, "#d9a441");

    private final Map<String, Map<String, Measured>> panels = new LinkedHashMap<>();

    /** Adds the curves of a program, by mode. */
    void add(String program, Map<String, Measured> curves) {
        panels.put(program, curves);
    }

    /** The picture. */
    String svg() {
        int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" "
                        + "font-family=\"sans-serif\" font-size=\"11\" fill=\"#808080\">%n",
                COLUMNS * WIDTH,
                rows * HEIGHT + LEGEND));
        int x = MARGIN;
        for (String mode : Mode.ALL) {
            svg.append(String.format(
                    "<rect x=\"%d\" y=\"8\" width=\"14\" height=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"14\">%s</text>%n",
                    x, COLOURS.get(mode), x + 18, mode));
            x += 32 + 7 * mode.length();
        }
        int panel = 0;
        for (Map.Entry<String, Map<String, Measured>> each : panels.entrySet()) {
            svg.append(String.format(
                    "<g transform=\"translate(%d %d)\">%n%s</g>%n",
                    panel % COLUMNS * WIDTH, LEGEND + panel / COLUMNS * HEIGHT, panel(each.getKey(), each.getValue())));
            panel++;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String panel(String program, Map<String, Measured> curves) {
        double highest = curves.values().stream()
                .flatMapToDouble(run -> Arrays.stream(run.rates()))
                .max()
                .orElse(0);
        double seconds = curves.values().stream()
                .mapToDouble(run -> run.curve().length * run.number("windowMillis") / 1e3)
                .max()
                .orElse(0);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<path d=\"M%d 24V%dH%d\" fill=\"none\" stroke=\"#808080\" stroke-width=\"0.6\"/>"
                        + "<text x=\"%1$d\" y=\"16\">%s: up to %s/s, %s s</text>%n",
                MARGIN,
                HEIGHT - 16,
                WIDTH - 10,
                program,
                Markdown.number(highest),
                Markdown.number(seconds)));
        curves.forEach((mode, run) -> svg.append(String.format(
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"%s\"/>%n",
                COLOURS.get(mode), points(highest, run.rates()))));
        return svg.toString();
    }

    private static String points(double highest, double... rates) {
        List<String> points = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            double x = MARGIN + (i + 0.5) / rates.length * (WIDTH - 10 - MARGIN);
            double y = HEIGHT - 16 - (highest == 0 ? 0 : rates[i] / highest) * (HEIGHT - 40);
            points.add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
        }
        return String.join(" ", points);
    }
}

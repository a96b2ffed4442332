package dev.weft.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars of ratios on a logarithmic scale, with a line at 1: what ends left of it is faster than its peer.
 * Readable on a light and on a dark page.
 */
public final class BarChart {
    private static final int LEFT = 600;
    private static final int WIDTH = 1070;
    private static final int LINE = 22;
    private static final double LOWEST = 0.001;
    private static final double HIGHEST = 10;

    private record Bar(String label, double ratio) {}

    private final List<Bar> bars = new ArrayList<>();

    /** Adds a bar for each peer of the row's subject. */
    public void add(Row row) {
        for (String peer : row.samples().keySet()) {
            double[] ratios = row.ratiosTo(peer);
            if (ratios.length > 0) {
                bars.add(new Bar(row.title() + " / " + peer, Sample.median(ratios)));
            }
        }
    }

    /** Whether it has no bars. */
    public boolean isEmpty() {
        return bars.isEmpty();
    }

    private static double x(double ratio) {
        double clipped = Math.max(LOWEST, Math.min(HIGHEST, ratio));
        double part = (Math.log(clipped) - Math.log(LOWEST)) / (Math.log(HIGHEST) - Math.log(LOWEST));
        return LEFT + part * (WIDTH - LEFT - 60);
    }

    /** The picture. */
    public String svg() {
        int height = LINE * (bars.size() + 2);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %1$d %2$d\" "
                        + "font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">%n",
                WIDTH,
                height));
        for (double mark : new double[] {0.001, 0.01, 0.1, 1, 10}) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" x2=\"%1$.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#808080\" stroke-width=\"%s\"/>"
                            + "<text x=\"%1$.1f\" y=\"14\" text-anchor=\"middle\">%s</text>%n",
                    x(mark),
                    LINE,
                    height - 4,
                    mark == 1 ? "2" : "0.4",
                    mark == 1 ? "1" : String.valueOf(mark)));
        }
        int y = LINE;
        for (Bar bar : bars) {
            svg.append(bar(bar, y));
            y += LINE;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String bar(Bar bar, int y) {
        double end = x(bar.ratio());
        String colour = bar.ratio() <= 1 ? "#2e8b57" : "#c0562b";
        return String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                        + "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>"
                        + "<text x=\"%.1f\" y=\"%2$d\">%s</text>%n",
                LEFT - 8,
                y + 15,
                escape(bar.label()),
                x(LOWEST),
                y + 4,
                end - x(LOWEST),
                colour,
                end + 5,
                Markdown.number(bar.ratio()));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}

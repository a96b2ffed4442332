package dev.weft.bench.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares ratios with recorded ones. A ratio has Weft's time above and the plain JDK's below, for the same code; where
 * plain threads would only measure the kernel, a piece of plain code that computes stands below. So a faster or slower
 * machine changes little, and only what is far outside noise is complained of.
 */
public final class Guard {
    /** Code that never suspends is compared with itself. */
    private static final String SAME_CODE = "code ";

    /** What everything else is compared with, on the plain JDK. */
    private static final String YARDSTICK = "code hash_map";

    private static final Pattern ENTRY = Pattern.compile("\"([^\"]+)\"\\s*:\\s*([0-9.]+)");

    private Guard() {}

    /** The ratios of two runs of {@link dev.weft.bench.GuardBodies}, by their output. */
    public static Map<String, Double> ratios(String weft, String plain) {
        Map<String, Double> mine = times(weft);
        Map<String, Double> theirs = times(plain);
        Map<String, Double> ratios = new TreeMap<>();
        mine.forEach((name, time) -> {
            String other = name.startsWith(SAME_CODE) ? name : YARDSTICK;
            ratios.put(name, time / theirs.get(other));
        });
        return ratios;
    }

    private static Map<String, Double> times(String output) {
        return output.lines()
                .map(line -> line.split("="))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> Double.valueOf(pair[1])));
    }

    /**
     * What is wrong: a ratio that is more than so many times the recorded one, or that only one side has. A ratio that
     * has become better is no complaint.
     */
    public static List<String> complaints(Map<String, Double> recorded, Map<String, Double> measured, double factor) {
        List<String> complaints = new ArrayList<>();
        recorded.forEach((name, before) -> {
            Double now = measured.get(name);
            if (now == null) {
                complaints.add(name + " was not measured");
            } else if (!(now <= before * factor)) {
                complaints.add(String.format(
                        Locale.ROOT,
                        "%s: ratio %.3g, recorded %.3g, %.1f times as much",
                        name,
                        now,
                        before,
                        now / before));
            }
        });
        measured.keySet().stream()
                .filter(name -> !recorded.containsKey(name))
                .forEach(name -> complaints.add(name + " is not recorded"));
        return complaints;
    }

    /** Reads what {@link #json} writes. */
    public static Map<String, Double> parse(String json) {
        Map<String, Double> ratios = new TreeMap<>();
        for (Matcher entry = ENTRY.matcher(json); entry.find(); ) {
            ratios.put(entry.group(1), Double.valueOf(entry.group(2)));
        }
        return ratios;
    }

    /** One object, a number for each name. */
    public static String json(Map<String, Double> ratios) {
        return ratios.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "  \"%s\": %.4f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }
}

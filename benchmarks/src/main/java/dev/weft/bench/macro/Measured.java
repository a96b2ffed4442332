package dev.weft.bench.macro;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one run of a program has shown, as one line of JSON.
 *
 * @param checksum of the results
 * @param numbers by the names that {@link Child} gives them
 * @param curve units of each window, from the start of the load
 */
public record Measured(String checksum, Map<String, Double> numbers, double... curve) {
    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\": (-?[0-9.]+)");
    private static final Pattern CHECKSUM = Pattern.compile("\"checksum\": \"([0-9a-f]+)\"");
    private static final Pattern CURVE = Pattern.compile("\"curve\": \\[([^\\]]*)\\]");

    /** Moving averages are over so many windows. */
    private static final int SMOOTH = 5;

    /** The line. */
    public String json() {
        String fields = numbers.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "\"%s\": %.3f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        String windows = Arrays.stream(curve)
                .mapToObj(units -> String.format(Locale.ROOT, "%.3f", units))
                .collect(Collectors.joining(", "));
        return "{\"checksum\": \"" + checksum + "\", " + fields + ", \"curve\": [" + windows + "]}";
    }

    /** Reads what {@link #json} writes. */
    public static Measured parse(String line) {
        Matcher checksum = CHECKSUM.matcher(line);
        Matcher curve = CURVE.matcher(line);
        if (!checksum.find() || !curve.find()) {
            throw new IllegalArgumentException("no line of a run: " + line);
        }
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (Matcher number = NUMBER.matcher(line); number.find(); ) {
            numbers.put(number.group(1), Double.valueOf(number.group(2)));
        }
        double[] windows = Arrays.stream(curve.group(1).split(", "))
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new Measured(checksum.group(1), numbers, windows);
    }

    /** One of the numbers. */
    public double number(String name) {
        Double number = numbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException("no number " + name + " among " + numbers.keySet());
        }
        return number;
    }

    /** All units within the windows. */
    public double units() {
        return Arrays.stream(curve).sum();
    }

    private double lateUnits() {
        return Arrays.stream(curve).skip(curve.length / 2).sum();
    }

    /**
     * The time of a unit in the second half of the run, when the program is warm: microseconds of all workers together.
     */
    public double steadyMicros() {
        double windows = curve.length - curve.length / 2;
        return windows * number("windowMillis") * 1e3 / lateUnits();
    }

    /** The processor time of a unit in the second half of the run, in microseconds. */
    public double steadyCpuMicros() {
        return (number("cpuEndMillis") - number("cpuHalfMillis")) * 1e3 / lateUnits();
    }

    /** The processor time of the whole process, its start included, for each unit, in microseconds. */
    public double allCpuMicros() {
        return number("cpuEndMillis") * 1e3 / units();
    }

    /** Garbage collected for each unit, in bytes. */
    public double garbagePerUnit() {
        return number("garbageBytes") / units();
    }

    /** Units per second of each window, averaged over its neighbours. */
    public double[] rates() {
        double perSecond = 1e3 / number("windowMillis");
        double[] rates = new double[curve.length];
        for (int i = 0; i < rates.length; i++) {
            int from = Math.max(0, i - SMOOTH / 2);
            int to = Math.min(curve.length, i + SMOOTH / 2 + 1);
            rates[i] = Arrays.stream(curve, from, to).average().orElseThrow() * perSecond;
        }
        return rates;
    }

    /** Milliseconds from the start of the load until the rate first has 90 % of its peak. */
    public double millisToPeak() {
        double[] rates = rates();
        double peak = Arrays.stream(rates).max().orElseThrow();
        int window = 0;
        while (rates[window] < 0.9 * peak) {
            window++;
        }
        return (window + 1) * number("windowMillis");
    }
}

package dev.weft.bench.macro;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one run of a program has shown, as one line of JSON.
 *
 * @param checksum of the results
 * @param numbers by the names that {@link Child} gives them
 * @param curve units of each window, from the start of the load
 */
public record Measured(String checksum, Map<String, Double> numbers, double... curve) {
    /** Moving averages are over so many windows. */
    private static final int SMOOTH = 5;

    /** The line, made without a library: the program that is measured has a class path of its own. */
    public String json() {
        String fields = numbers.entrySet().stream()
                .map(entry -> String.format(Locale.ROOT, "\"%s\": %.3f", entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
        String windows = Arrays.stream(curve)
                .mapToObj(units -> String.format(Locale.ROOT, "%.3f", units))
                .collect(Collectors.joining(", "));
        return "{\"checksum\": \"" + checksum + "\", " + fields + ", \"curve\": [" + windows + "]}";
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

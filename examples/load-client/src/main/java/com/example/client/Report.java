package com.example.client;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a run has counted, and its summary as one line of JSON. */
final class Report {
    private static final int MAX_PROBLEM = 300;

    private final Samples samples = new Samples();
    private final Map<String, String> extra = new LinkedHashMap<>();
    private long wrong;
    private long errors;
    private double seconds;
    private String problem = "";

    /** A right answer that counts for the latencies and the throughput. */
    void right(long nanos) {
        samples.addNanos(nanos);
    }

    /** A wrong answer; the first problem is kept as text. */
    void wrong(String what) {
        wrong++;
        problem(what);
    }

    /** A connection that broke, or a request without an answer. */
    void error(String what) {
        errors++;
        problem(what);
    }

    private void problem(String what) {
        if (problem.isEmpty()) {
            problem = what.substring(0, Math.min(what.length(), MAX_PROBLEM));
        }
    }

    /** How long was measured. */
    void measured(long nanos) {
        seconds = nanos / 1e9;
    }

    /** Adds a number to the summary. */
    void put(String name, long value) {
        extra.put(name, Long.toString(value));
    }

    long requests() {
        return samples.count();
    }

    long wrong() {
        return wrong;
    }

    long errors() {
        return errors;
    }

    /** 0 if all is well, 1 after a wrong answer, 3 after other errors. */
    int exitCode() {
        if (wrong > 0) {
            return 1;
        }
        return errors > 0 ? 3 : 0;
    }

    /** One line; latencies in microseconds, throughput in right answers per second. */
    String json(String mode) {
        StringBuilder json = new StringBuilder("{\"mode\":").append(quote(mode));
        extra.forEach((name, value) ->
                json.append(',').append(quote(name)).append(':').append(value));
        double throughput = seconds > 0 ? samples.count() / seconds : 0;
        json.append(String.format(
                Locale.ROOT,
                ",\"requests\":%d,\"wrong\":%d,\"errors\":%d,\"seconds\":%.3f,\"throughput\":%.1f",
                samples.count(),
                wrong,
                errors,
                seconds,
                throughput));
        json.append(String.format(
                Locale.ROOT,
                ",\"p50\":%d,\"p99\":%d,\"max\":%d",
                samples.percentileMicros(50),
                samples.percentileMicros(99),
                samples.maxMicros()));
        return json.append(",\"problem\":").append(quote(problem)).append('}').toString();
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}

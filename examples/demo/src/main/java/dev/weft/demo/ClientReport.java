package dev.weft.demo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The load client's summary.
 *
 * @param held connections that were served at least once before the load began
 * @param requests right answers while it was measured
 * @param wrong wrong answers
 * @param errors broken connections and missing answers
 * @param throughput right answers per second
 * @param p50Micros median latency in microseconds
 * @param p99Micros 99th percentile of the latencies in microseconds
 * @param problem the first wrong answer or error, or empty
 */
record ClientReport(
        int held,
        long requests,
        long wrong,
        long errors,
        double throughput,
        long p50Micros,
        long p99Micros,
        String problem) {
    /** The line of JSON that the client prints last. */
    static final Pattern LINE = Pattern.compile("\\{\"mode\":.*\\}");

    private static final Pattern PROBLEM = Pattern.compile("\"problem\":\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Takes the numbers from the client's line. */
    static ClientReport parse(String json) throws DemoException {
        Matcher problem = PROBLEM.matcher(json);
        return new ClientReport(
                (int) number(json, "held"),
                (long) number(json, "requests"),
                (long) number(json, "wrong"),
                (long) number(json, "errors"),
                number(json, "throughput"),
                (long) number(json, "p50"),
                (long) number(json, "p99"),
                problem.find() ? problem.group(1) : "");
    }

    private static double number(String json, String name) throws DemoException {
        Matcher matcher =
                Pattern.compile("[{,]\"" + name + "\":(-?\\d+(?:\\.\\d+)?)[,}]").matcher(json);
        if (!matcher.find()) {
            throw new DemoException("no number \"" + name + "\" in the client's summary: " + json);
        }
        return Double.parseDouble(matcher.group(1));
    }
}

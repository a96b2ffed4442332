package dev.weft.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** One measured line: a title, a unit, and a sample per runtime. */
public final class Row {
    private final String set;
    private final String title;
    private final String unit;
    private final Map<String, Sample> samples = new LinkedHashMap<>();
    private final Map<String, String> errors = new LinkedHashMap<>();
    private String subject;

    /** A line without figures. */
    public Row(String set, String title, String unit) {
        this.set = set;
        this.title = title;
        this.unit = unit;
    }

    /** The set it belongs to. */
    public String set() {
        return set;
    }

    /** What was measured. */
    public String title() {
        return title;
    }

    /** The unit of its figures. */
    public String unit() {
        return unit;
    }

    /** The figures, by runtime. */
    public Map<String, Sample> samples() {
        return samples;
    }

    /** What went wrong, by runtime: the last message. */
    public Map<String, String> errors() {
        return errors;
    }

    /** Adds a round. */
    public void add(String runtime, double... scores) {
        mention(runtime);
        samples.computeIfAbsent(runtime, key -> new Sample()).addRound(scores);
    }

    /** Notes that a runtime gave no figure. */
    public void fail(String runtime, String message) {
        mention(runtime);
        errors.put(runtime, message);
    }

    private void mention(String runtime) {
        if (subject == null) {
            subject = runtime;
        }
    }

    /** The runtime that is compared with the others: the first that was tried. */
    String subject() {
        return subject;
    }

    /** The round-by-round ratios of the subject to a peer; empty if either has none, or for the subject itself. */
    double[] ratiosTo(String peer) {
        return ratios(subject, peer);
    }

    /** The round-by-round ratios of one runtime to another; empty if either has none, or for the same one. */
    public double[] ratios(String one, String other) {
        Sample mine = samples.get(one);
        Sample theirs = samples.get(other);
        return mine == null || theirs == null || other.equals(one) ? new double[0] : mine.ratiosTo(theirs);
    }
}

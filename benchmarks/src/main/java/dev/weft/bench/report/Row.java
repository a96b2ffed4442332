package dev.weft.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** One measured line: a title, a unit, and a sample per runtime. */
final class Row {
    private final String set;
    private final String title;
    private final String unit;
    private final Map<String, Sample> samples = new LinkedHashMap<>();
    private final Map<String, String> errors = new LinkedHashMap<>();
    private String subject;

    Row(String set, String title, String unit) {
        this.set = set;
        this.title = title;
        this.unit = unit;
    }

    String set() {
        return set;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    Map<String, Sample> samples() {
        return samples;
    }

    /** What went wrong, by runtime: the last message. */
    Map<String, String> errors() {
        return errors;
    }

    void add(String runtime, double... scores) {
        mention(runtime);
        samples.computeIfAbsent(runtime, key -> new Sample()).addRound(scores);
    }

    void fail(String runtime, String message) {
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
    double[] ratios(String one, String other) {
        Sample mine = samples.get(one);
        Sample theirs = samples.get(other);
        return mine == null || theirs == null || other.equals(one) ? new double[0] : mine.ratiosTo(theirs);
    }
}

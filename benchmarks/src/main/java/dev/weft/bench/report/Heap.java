package dev.weft.bench.report;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The heaps that sets run with: the one place from which both the commands and the report's header have them. */
enum Heap {
    /** JMH's sets, suspensions, and the peers' smaller shapes. */
    SUBMISSIONS("1g", true),
    /** The peers' shapes of 1,000,000. */
    MILLION("6g", true),
    SERVER("2g", true),
    FOOTPRINT("2g", true),
    TEN_MILLION("5g", false),
    RUBY("2g", false);

    private final String size;
    private final boolean fixed;

    Heap(String size, boolean fixed) {
        this.size = size;
        this.fixed = fixed;
    }

    /** The options of a JVM. */
    List<String> options() {
        return fixed ? List.of("-Xms" + size, "-Xmx" + size) : List.of("-Xmx" + size);
    }

    /** The size in the words of Go's {@code GOMEMLIMIT}. */
    String goLimit() {
        return size.replace("g", "GiB");
    }

    /** In the words of the report: the heap of each of these sets, those with the same one together. */
    static String description(Collection<String> sets) {
        Map<String, List<String>> byHeap = sets.stream()
                .collect(Collectors.groupingBy(Heap::description, LinkedHashMap::new, Collectors.toList()));
        return byHeap.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String description(String set) {
        return switch (set) {
            case "peers" -> SUBMISSIONS + ", but " + MILLION + " for 1,000,000 (Go: no limit; with GOGC=off the same)";
            case "http", "relay", "files" -> SERVER.toString();
            case "footprint" -> FOOTPRINT + ", but the JVM's choice for hello world";
            case "millions" -> TEN_MILLION.toString();
            case "jruby" -> RUBY.toString();
            case Locals.SET -> "-Xmx3g for parked threads, else the JVM's choice";
            case "start-up", "class-load", "weave", Schedulers.SET, BesideHogs.SET -> "the JVM's choice";
            default -> SUBMISSIONS.toString();
        };
    }

    @Override
    public String toString() {
        return String.join(" ", options());
    }
}

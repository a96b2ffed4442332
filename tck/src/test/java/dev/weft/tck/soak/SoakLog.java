package dev.weft.tck.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a run of {@link Soak} printed, read back: see {@link Progress} for the form of its lines. */
final class SoakLog {
    private static final Pattern LINE = Pattern.compile("(\\d+) s(, working)?: ([^;]*)(?:; (.*))?");
    private static final Pattern VALUE = Pattern.compile("([A-Za-z ]+) (-?\\d+)(?:, |$)");
    private static final Pattern THREADS = Pattern.compile("\\{.*\\bthreads=(\\d+).*}");

    /** The gauges' values at some time: after a round, when nobody is left, or in the middle of one. */
    record Line(long seconds, boolean isRound, Map<String, Long> values) {}

    final String name;
    final List<Line> lines = new ArrayList<>();

    /** What was done in all rounds, by its name in the ledger. */
    Map<String, Long> done = Map.of();

    /** Threads of a round. */
    long threads;

    /** Whether the run came to its end, and nothing was broken. */
    boolean isWell;

    /** Whether something was broken, or a thread did not end. */
    boolean isBroken;

    SoakLog(String name, List<String> text) {
        this.name = name;
        for (String each : text) {
            Matcher line = LINE.matcher(each);
            Matcher first = THREADS.matcher(each);
            if (line.matches()) {
                lines.add(new Line(Long.parseLong(line.group(1)), line.group(2) == null, values(line.group(3))));
                done = line.group(4) == null ? done : values(line.group(4));
            } else if (first.matches()) {
                threads = Long.parseLong(first.group(1));
            }
            isWell |= each.equals("all is well");
            isBroken |= each.startsWith("broken: ") || each.contains(" does not end: ");
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException(name + ": no line of a soak in its log");
        }
    }

    private static Map<String, Long> values(String text) {
        Map<String, Long> values = new LinkedHashMap<>();
        Matcher matcher = VALUE.matcher(text);
        while (matcher.find()) {
            values.put(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return values;
    }

    /** After each round. */
    List<Line> rounds() {
        return lines.stream().filter(Line::isRound).toList();
    }

    long seconds() {
        return lines.get(lines.size() - 1).seconds();
    }

    /** The highest of all values of a gauge. */
    long highest(String gauge) {
        return lines.stream().mapToLong(each -> each.values().get(gauge)).max().orElseThrow();
    }
}

package dev.weft.weaver.observe;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The callers that were parked when a profiler saw a carrier, from the samples of fibers in the same recording, which
 * have whole stacks. They are known if the carrier's samples before and after agree on who has called that frame, or
 * all samples of the recording do.
 */
final class SampledCallers {
    private static final String SEPARATOR = ";";

    /** In place of callers: the frame is there more than once, and it is not known which call was resumed. */
    private static final String AMBIGUOUS = "?";

    private final Map<String, NavigableMap<Instant, String>> stacks = new HashMap<>();

    /** Adds an event {@code weft.FiberSample}. */
    void add(RecordedEvent sample) {
        add(sample.getString("carrier"), sample.getStartTime(), sample.getString("stack"));
    }

    /** One that lacks the callers itself tells nothing. */
    void add(String carrier, Instant time, String stack) {
        if (stack.startsWith(RecordingWriter.UNKNOWN_CALLERS)) {
            return;
        }
        stacks.computeIfAbsent(withoutFiber(carrier), name -> new TreeMap<>()).put(time, stack);
    }

    /** Puts them in the place of the frame that stands for them, if they are known. */
    String join(String stack, String carrier, Instant time) {
        if (!stack.startsWith(AuthorNames.PARKED + SEPARATOR)) {
            return stack;
        }
        String running = stack.substring(AuthorNames.PARKED.length() + 1);
        int end = running.indexOf(SEPARATOR);
        String outermost = end < 0 ? running : running.substring(0, end);
        NavigableMap<Instant, String> ofCarrier = stacks.getOrDefault(withoutFiber(carrier), new TreeMap<>());
        String before = callers(ofCarrier.floorEntry(time), outermost);
        String after = callers(ofCarrier.ceilingEntry(time), outermost);
        String known = before != null && before.equals(after) ? before : only(outermost);
        return known == null || known.equals(AMBIGUOUS) ? stack : known + running;
    }

    /** With a semicolon behind each; null if that frame was not there. */
    private static String callers(Map.Entry<Instant, String> sample, String frame) {
        return sample == null ? null : callers(sample.getValue(), frame);
    }

    private static String callers(String stack, String frame) {
        String all = SEPARATOR + stack + SEPARATOR;
        String wanted = SEPARATOR + frame + SEPARATOR;
        int at = all.indexOf(wanted);
        return at < 0 ? null : at == all.lastIndexOf(wanted) ? stack.substring(0, at) : AMBIGUOUS;
    }

    private String only(String frame) {
        Set<String> found = new HashSet<>();
        for (NavigableMap<Instant, String> each : stacks.values()) {
            for (String stack : each.values()) {
                String callers = callers(stack, frame);
                if (callers != null) {
                    found.add(callers);
                }
            }
        }
        return found.size() == 1 ? found.iterator().next() : null;
    }

    /** A carrier's name may tell which thread it runs, behind its own. */
    private static String withoutFiber(String carrier) {
        int space = carrier.indexOf(' ');
        return space < 0 ? carrier : carrier.substring(0, space);
    }
}

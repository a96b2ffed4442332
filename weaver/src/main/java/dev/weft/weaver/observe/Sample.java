package dev.weft.weaver.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.weft.weaver.error.WeaveException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a program's fibers did at one moment, as {@code jdk.internal.weft.management.Samples} tells it.
 *
 * @param nanos the program's own time
 * @param values the counters by their names; of those that a newer Weft has, and this one does not know, too
 */
public record Sample(long nanos, Map<String, Long> values) {
    private static final long MEGABYTE = 1 << 20;

    /** Begins the name of the number of pins at a place. */
    private static final String PIN = "pinned by ";

    /** Most places that are shown. */
    private static final int MOST = 5;

    /**
     * Reads the next one; null if the program has ended.
     *
     * @throws WeaveException if the program's Weft tells something else
     */
    public static Sample read(DataInputStream in) throws IOException {
        try {
            if (in.readByte() != 'S') {
                throw new WeaveException("the program's Weft is of another version: use its bin/weft");
            }
            long nanos = in.readLong();
            Map<String, Long> values = new LinkedHashMap<>();
            for (int n = in.readInt(); n > 0; n--) {
                values.put(in.readUTF(), in.readLong());
            }
            return new Sample(nanos, values);
        } catch (EOFException e) {
            return null;
        }
    }

    private long of(String name) {
        return values.getOrDefault(name, 0L);
    }

    private long parked() {
        return Math.max(0, of("live") - of("mounted") - of("queued"));
    }

    /** How often per second since that one. */
    private long rate(String name, Sample before) {
        return before == null || nanos <= before.nanos
                ? 0
                : Math.max(0, Math.round((of(name) - before.of(name)) * 1e9 / (nanos - before.nanos)));
    }

    private String bySite(Sample before) {
        StringBuilder text = new StringBuilder();
        values.keySet().stream()
                .filter(each -> each.startsWith(PIN))
                .sorted(Comparator.comparing((String each) -> -rate(each, before))
                        .thenComparing(each -> -of(each)))
                .limit(MOST)
                .forEach(each -> text.append(String.format(
                        Locale.ROOT,
                        "%s %,13d %-16s %,13d in all  %s%n",
                        text.length() == 0 ? "pins      " : " ".repeat(10),
                        rate(each, before),
                        "per second",
                        of(each),
                        each.substring(PIN.length()))));
        return text.toString();
    }

    /**
     * A table of a line for each kind of things, and of those for the places of the pins, the most frequent first.
     *
     * @param before the sample that rates are counted from, or null for none
     */
    public String table(Sample before) {
        return line("fibers", "live", of("live"), "peak", of("peak"), "started", of("started"))
                + line("", "parked", parked(), "queued", of("queued"), "mounted", of("mounted"))
                + line("", "waiting", of("waiting"), "timed waiting", of("timedWaiting"), "blocked", of("blocked"))
                + line("carriers", "in all", of("carriers"), "should run", of("parallelism"))
                + line("", "stuck or blocked", of("blockedCarriers"))
                + line("queues", "shared", of("sharedQueued"), "background", of("backgroundQueued"))
                + line("awaited", "timers", of("timers"), "descriptors", of("polledDescriptors"))
                + line("in all", "mounts", of("mounts"), "pins", of("pinned"), "made to leave", of("preempted"))
                + line(
                        "per second",
                        "mounts",
                        rate("mounts", before),
                        "pins",
                        rate("pinned", before),
                        "made to leave",
                        rate("preempted", before))
                + line(
                        "heap, MB",
                        "used",
                        of("usedHeap") / MEGABYTE,
                        "at most",
                        of("maxHeap") / MEGABYTE,
                        "new per second",
                        rate("allocatedBytes", before) / MEGABYTE)
                + bySite(before);
    }

    /** A title, and names and values in turn. */
    private static String line(String title, Object... cells) {
        StringBuilder text = new StringBuilder(String.format("%-10s", title));
        for (int i = 0; i < cells.length; i += 2) {
            text.append(String.format(Locale.ROOT, " %,13d %-16s", (Long) cells[i + 1], cells[i]));
        }
        return text.toString().stripTrailing() + "\n";
    }

    /**
     * All values and, if there is a sample before, rates per second, as one line of JSON.
     *
     * @param busiest the frames that have used most processor time, with milliseconds
     */
    public String json(Sample before, Map<String, Long> busiest) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Long> each : values.entrySet()) {
                if (!each.getKey().startsWith(PIN)) {
                    json.writeNumberField(each.getKey(), each.getValue());
                }
            }
            json.writeNumberField("parked", parked());
            if (before != null) {
                for (String each : new String[] {"started", "mounts", "pinned", "preempted", "allocatedBytes"}) {
                    json.writeNumberField(each + "PerSecond", rate(each, before));
                }
            }
            json.writeObjectFieldStart("pinSites");
            for (Map.Entry<String, Long> each : values.entrySet()) {
                if (each.getKey().startsWith(PIN)) {
                    json.writeNumberField(each.getKey().substring(PIN.length()), each.getValue());
                }
            }
            json.writeEndObject();
            json.writeObjectFieldStart("processorMillis");
            for (Map.Entry<String, Long> each : busiest.entrySet()) {
                json.writeNumberField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return text.toString();
    }
}

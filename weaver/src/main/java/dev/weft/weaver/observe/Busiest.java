package dev.weft.weaver.observe;

import dev.weft.weaver.error.WeaveException;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The frames in which a program spends processor time, by a profile that goes on beside what else is asked. */
public final class Busiest {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MICROS_BETWEEN_LOOKS = 20_000;

    /** Most frames that are shown. */
    private static final int MOST = 5;

    /** How long to wait for the end of a profile that should be over. */
    private static final long PATIENCE_MILLIS = 2_000;

    private final Map<String, Long> nanos = new HashMap<>();
    private final Thread reader;
    private Map<String, Long> last = Map.of();

    /** Begins to profile, for so long or until the caller has ended. */
    public Busiest(Program program, long millis) {
        String command = "profile:cpu:" + MICROS_BETWEEN_LOOKS + ':' + millis;
        reader = new Thread(() -> read(program, command), "weft-busiest");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Program program, String command) {
        try {
            program.ask(command, in -> new ProfileReader(in, this::add).read());
        } catch (IOException | WeaveException e) {
            // who asks for counters is told why the program does not answer
            return;
        }
    }

    private synchronized void add(String stack, long weight) {
        nanos.merge(stack.substring(stack.lastIndexOf(';') + 1), weight, Long::sum);
    }

    /** Waits, not for long, until the profile has ended. */
    public void await() {
        try {
            reader.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The innermost frames since the last call with milliseconds of processor time, the most expensive first. */
    public synchronized Map<String, Long> millis() {
        if (!nanos.isEmpty()) {
            Map<String, Long> sorted = new LinkedHashMap<>();
            nanos.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .forEach(each -> sorted.put(each.getKey(), each.getValue() / NANOS_PER_MILLI));
            nanos.clear();
            last = sorted;
        }
        return last;
    }

    /** A line for each of the first few, with its part of all. */
    public static String table(Map<String, Long> millis) {
        long all = Math.max(1, millis.values().stream().mapToLong(each -> each).sum());
        StringBuilder text = new StringBuilder();
        millis.entrySet().stream()
                .limit(MOST)
                .forEach(each -> text.append(String.format(
                        Locale.ROOT,
                        "%-10s %13d %%               %s%n",
                        text.length() == 0 ? "processor" : "",
                        100 * each.getValue() / all,
                        each.getKey())));
        return text.toString();
    }
}

package dev.weft.demo;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The system's limits on what a process may have; {@link Long#MAX_VALUE} where there is none, or none can be read.
 *
 * @param openFiles open files of one process (the hard limit, to which the JVM raises the soft one)
 * @param threads kernel threads: the least of the user's, the machine's and the control group's limits
 * @param maps memory mappings of one process
 * @param threadsInUse threads that count against the limit and exist already
 */
record Limits(long openFiles, long threads, long maps, long threadsInUse) {
    private static final int FILES_RESERVE = 300;
    private static final int THREADS_RESERVE = 500;
    private static final int MAX_FILE = 8_192;
    private static final int MAPS_RESERVE = 3_000;
    private static final int MAPS_PER_THREAD = 2;
    private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+\\S+\\s+(\\S+)");
    private static final Pattern PROCESSES = Pattern.compile("(?m)^Max processes\\s+(\\S+)");
    private static final Pattern ENTITIES = Pattern.compile("\\d+/(\\d+)");

    /**
     * How many connections are possible, and why not more.
     *
     * @param connections at least 1
     * @param reason one line, empty if nothing was lowered
     */
    record Allowed(int connections, String reason) {}

    /** Reads the limits of this process, which its children inherit. */
    static Limits read() {
        String limits = text("/proc/self/limits");
        long threads = Math.min(number(PROCESSES, limits), whole("/proc/sys/kernel/pid_max"));
        threads = Math.min(threads, whole("/proc/sys/kernel/threads-max"));
        threads = Math.min(threads, whole("/sys/fs/cgroup/pids.max"));
        threads = Math.min(threads, whole("/sys/fs/cgroup/pids/pids.max"));
        long inUse = number(ENTITIES, text("/proc/loadavg"));
        return new Limits(
                number(OPEN_FILES, limits),
                threads,
                whole("/proc/sys/vm/max_map_count"),
                inUse == Long.MAX_VALUE ? 0 : inUse);
    }

    /**
     * Lowers a number of connections to what the limits allow.
     *
     * @param threadEach whether each connection needs a kernel thread in one of the runs
     */
    Allowed connections(int asked, boolean threadEach) {
        Allowed allowed = new Allowed(asked, "");
        allowed = lower(allowed, asked, openFiles - FILES_RESERVE, "open files (ulimit -n): " + openFiles);
        if (threadEach) {
            allowed = lower(
                    allowed,
                    asked,
                    threads - threadsInUse - THREADS_RESERVE,
                    "threads: " + threads + " (pid_max, threads-max, ulimit -u, pids.max), " + threadsInUse
                            + " of them in use");
            allowed =
                    lower(allowed, asked, (maps - MAPS_RESERVE) / MAPS_PER_THREAD, "mappings (max_map_count): " + maps);
        }
        return allowed;
    }

    private static Allowed lower(Allowed allowed, int asked, long limit, String why) {
        if (limit >= allowed.connections()) {
            return allowed;
        }
        int lowered = (int) Math.max(1, limit);
        return new Allowed(
                lowered, String.format("connections lowered from %,d to %,d by the limit on %s", asked, lowered, why));
    }

    /** The pattern's group as a number; no limit if there is none. */
    static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? parse(matcher.group(1)) : Long.MAX_VALUE;
    }

    private static long whole(String file) {
        return parse(text(file).strip());
    }

    private static long parse(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    /** The file's text, by one large read: a file of {@code /proc/sys} is at its end for every later one. */
    private static String text(String file) {
        try (InputStream in = new FileInputStream(file)) {
            return new String(in.readNBytes(MAX_FILE), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }
}

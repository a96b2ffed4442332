package dev.weft.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the kernel says of a process in {@code /proc/PID/status}.
 *
 * @param threads kernel threads
 * @param residentKb resident memory in units of 1,024 bytes
 */
record ProcStatus(int threads, long residentKb) {
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s+(\\d+)$");
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB$");

    /** Reads it. */
    static ProcStatus of(long pid) throws DemoException {
        Path file = Path.of("/proc", Long.toString(pid), "status");
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new DemoException("cannot read " + file + " (the process ended, or this is not Linux): " + e);
        }
    }

    /** Takes it from the file's text. */
    static ProcStatus parse(String status) throws DemoException {
        return new ProcStatus((int) number(THREADS, status), number(RESIDENT, status));
    }

    private static long number(Pattern pattern, String status) throws DemoException {
        Matcher matcher = pattern.matcher(status);
        if (!matcher.find()) {
            throw new DemoException("no line " + pattern + " in the status of the process");
        }
        return Long.parseLong(matcher.group(1));
    }
}

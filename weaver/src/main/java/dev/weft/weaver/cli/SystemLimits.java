package dev.weft.weaver.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The limits of the system that a server with many connections meets, where the system tells them. */
final class SystemLimits {
    private static final long MANY_FILES = 35_000;

    /** One limit; {@code advice} is null if it is high enough. */
    record Limit(String name, String value, String advice) {}

    private SystemLimits() {}

    static List<Limit> read() {
        List<Limit> limits = new ArrayList<>();
        limits.add(new Limit("processors", Integer.toString(Runtime.getRuntime().availableProcessors()), null));
        for (String line : lines("/proc/self/limits")) {
            if (line.startsWith("Max open files")) {
                limits.add(openFiles(line.substring(26).strip().split("\\s+")));
            }
        }
        for (String name : List.of("net/core/somaxconn", "net/ipv4/ip_local_port_range", "vm/max_map_count")) {
            lines("/proc/sys/" + name).stream()
                    .limit(1)
                    .forEach(value -> limits.add(
                            new Limit(name.substring(name.lastIndexOf('/') + 1), value.replaceAll("\\s+", " "), null)));
        }
        return limits;
    }

    private static Limit openFiles(String[] values) {
        String soft = values[0];
        boolean enough = !soft.matches("\\d{1,18}") || Long.parseLong(soft) >= MANY_FILES;
        return new Limit(
                "open files",
                soft + " (at most " + values[1] + ")",
                enough ? null : "each connection needs one; raise it with ulimit -n for more than " + soft);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException unknownHere) {
            return List.of();
        }
    }
}

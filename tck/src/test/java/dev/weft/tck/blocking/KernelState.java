package dev.weft.tck.blocking;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What the kernel says of this process' threads, which it knows by the first 15 characters of their names. */
final class KernelState {
    private static final int NAME = 15;

    private KernelState() {}

    /**
     * True if the thread of that name is there, and neither runs nor waits for a processor, nor for a page of its own
     * from the disk.
     */
    static boolean isBlocked(String name) {
        String known = name.substring(0, Math.min(NAME, name.length()));
        for (Path each : tasks(known::equals)) {
            try {
                String stat = Files.readString(each.resolve("stat"));
                return "RD".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0;
            } catch (IOException e) {
                // it has just ended
            }
        }
        return false;
    }

    /** Ids of the threads with such names. */
    static List<String> ids(Predicate<String> names) {
        return tasks(names).stream().map(task -> task.getFileName().toString()).toList();
    }

    private static List<Path> tasks(Predicate<String> names) {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path each : tasks.toList()) {
                if (names.test(name(each))) {
                    found.add(each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm")).strip();
        } catch (IOException e) {
            // it has just ended
            return "";
        }
    }
}

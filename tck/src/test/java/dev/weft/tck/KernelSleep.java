package dev.weft.tck;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a kernel thread sleeps, by what the kernel says: one that runs a native method may not have come to the
 * kernel yet. The kernel knows it by the first letters of its name.
 */
final class KernelSleep {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** See {@code PR_SET_NAME} in prctl(2). */
    private static final int LONGEST_NAME = 15;

    private KernelSleep() {}

    /** True if a thread with that name sleeps; also if there is none, as then the kernel cannot tell. */
    static boolean of(Thread thread) {
        String name = thread.getName();
        String wanted = "(" + name.substring(0, Math.min(name.length(), LONGEST_NAME)) + ") ";
        boolean isKnown = false;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                String stat = stat(task);
                int at = stat.indexOf(wanted);
                if (at >= 0) {
                    isKnown = true;
                    if (stat.charAt(at + wanted.length()) == 'S') {
                        return true;
                    }
                }
            }
        } catch (IOException e) {
            throw new AssertionError("the kernel tells of no threads", e);
        }
        return !isKnown;
    }

    /** Empty for a thread that has just ended. */
    private static String stat(Path task) {
        try {
            return Files.readString(task.resolve("stat"));
        } catch (IOException e) {
            return "";
        }
    }
}

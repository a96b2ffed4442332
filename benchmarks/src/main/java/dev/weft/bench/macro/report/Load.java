package dev.weft.bench.macro.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How busy the machine is. */
final class Load {
    private Load() {}

    /** Whether others use so much of the machine that figures mean little. */
    static boolean isHigh() throws IOException {
        double lastMinute = Double.parseDouble(now().split(" ")[0]);
        return lastMinute > Runtime.getRuntime().availableProcessors() / 2.0;
    }

    /** The averages of the last 1, 5 and 15 minutes. */
    static String now() throws IOException {
        String[] words = Files.readString(Path.of("/proc/loadavg")).split(" ");
        return words[0] + " " + words[1] + " " + words[2];
    }
}

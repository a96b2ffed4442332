package dev.weft.bench.macro;

import dev.weft.bench.ThreadMaker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/**
 * What a program gets from its harness.
 *
 * @param folder an empty folder, which is removed in the end
 * @param curve what was done, and when
 */
public record Place(Path folder, Curve curve) {
    /** For waits that should not be needed: longer than any bound of the harness. */
    public static final Duration PATIENCE = Duration.ofMinutes(15);

    /** What it is called with beyond its class, or the given value. */
    public static String setting(String name, String otherwise) {
        return System.getProperty("macro." + name, otherwise);
    }

    /** Whether threads that can be chosen are to be virtual threads of the JDK. */
    public static boolean isVirtual() {
        return System.getProperty("weft.bench.threads", "plain").equals("virtual");
    }

    /** Makes threads of the chosen kind; they do not keep the JVM alive. */
    public static ThreadFactory threads() {
        return task -> {
            Thread thread = ThreadMaker.make(task);
            thread.setDaemon(true);
            return thread;
        };
    }
}

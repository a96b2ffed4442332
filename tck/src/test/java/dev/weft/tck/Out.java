package dev.weft.tck;

import java.util.ArrayList;
import java.util.List;

/** Lines that a case says about what it has seen; they must be equal in all configurations. */
public final class Out {
    private static final List<String> LINES = new ArrayList<>();

    private Out() {}

    /** Adds a line; for use by the thread of the case. */
    public static void line(Object text) {
        synchronized (LINES) {
            LINES.add(String.valueOf(text));
        }
    }

    /** Takes the lines that were added since the last call. */
    static List<String> take() {
        synchronized (LINES) {
            List<String> taken = List.copyOf(LINES);
            LINES.clear();
            return taken;
        }
    }
}

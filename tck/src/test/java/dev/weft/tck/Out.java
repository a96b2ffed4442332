package dev.weft.tck;

import java.util.ArrayList;
import java.util.List;

/** Lines that a case says about what it has seen; they must be equal in all configurations. */
public final class Out {
    private static volatile List<String> current = new ArrayList<>();

    private Out() {}

    /** Adds a line, to the case that has started the calling task, though another one may run by now. */
    public static void line(Object text) {
        List<String> lines = Thread.currentThread() instanceof Task task ? task.said() : current;
        synchronized (lines) {
            lines.add(String.valueOf(text));
        }
    }

    /** The lines of the case that runs. */
    static List<String> current() {
        return current;
    }

    /** Takes the lines of the case that has run; another one begins. */
    static List<String> take() {
        List<String> lines = current;
        current = new ArrayList<>();
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }
}

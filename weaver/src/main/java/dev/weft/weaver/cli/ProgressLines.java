package dev.weft.weaver.cli;

import java.io.PrintWriter;

/** Progress as plain lines, for logs. */
final class ProgressLines implements ProgressReport {
    private static final int EVERY = 5_000;

    private final PrintWriter out;
    private int next = EVERY;

    ProgressLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void message(String line) {
        out.println("weft: " + line);
        out.flush();
    }

    @Override
    public void step(String what) {
        message(what);
    }

    @Override
    public synchronized void classes(int done, int total) {
        if (done >= next || done == total) {
            message("weaving: " + done + " of " + total + " classes");
            next = done - done % EVERY + EVERY;
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}

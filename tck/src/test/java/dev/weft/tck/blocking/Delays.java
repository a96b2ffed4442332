package dev.weft.tck.blocking;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code strace}, which delays system calls of the threads that this process has when it is started. */
final class Delays {
    /** Threads that must not be delayed: what they do is what is measured. */
    private static final Set<String> OTHERS = Set.of("main", "java", "weft-watchdog", "tck-ticker", "process reaper");

    private final Process strace;

    private Delays(Process strace) {
        this.strace = strace;
    }

    /** Whether there is one that may watch other processes. */
    static boolean areAvailable() {
        try {
            Process self = new ProcessBuilder("strace", "-o", "/dev/null", "true")
                    .redirectErrorStream(true)
                    .start();
            self.getInputStream().readAllBytes();
            return self.waitFor() == 0;
        } catch (IOException | InterruptedException e) {
            return false;
        }
    }

    /**
     * From now on, these calls take so many milliseconds: those that concern the path, or else the first of each
     * thread.
     */
    static Delays of(String calls, Path path, int millis) throws IOException {
        List<String> ids = KernelState.ids(name -> !OTHERS.contains(name));
        List<String> command = new ArrayList<>(List.of(
                "strace",
                "-o",
                "/dev/null",
                "-e",
                "trace=" + calls,
                "-e",
                "inject=" + calls + ":delay_enter=" + millis * 1_000 + (path == null ? ":when=1" : "")));
        if (path != null) {
            command.add("-P");
            command.add(path.toString());
        }
        for (String id : ids) {
            command.add("-p");
            command.add(id);
        }
        Process strace = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader from = new BufferedReader(new InputStreamReader(strace.getInputStream()));
        List<String> said = new ArrayList<>();
        int attached = 0;
        while (attached < ids.size()) {
            String line = from.readLine();
            if (line == null) {
                throw new IOException("strace ends: " + said);
            }
            said.add(line);
            // or: No such process, of a thread that has just ended
            attached += line.contains("attached") || line.contains("attach:") ? 1 : 0;
        }
        return new Delays(strace);
    }

    /** Ends them. */
    void close() {
        strace.destroy();
        boolean isInterrupted = false;
        while (strace.isAlive()) {
            try {
                strace.waitFor();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

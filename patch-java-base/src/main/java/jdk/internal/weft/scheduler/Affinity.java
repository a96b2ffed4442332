package jdk.internal.weft.scheduler;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.weft.CarrierContext;

/**
 * Binds threads of this process to processors. Java has no call for that, so {@code taskset} of util-linux makes it, a
 * process for each thread. Thread-safe.
 */
public final class Affinity {
    private static final String STATUS = "/proc/self/status";
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Affinity() {}

    /** The kernel's number of the calling thread, which must be no fiber; 0 if it does not tell. */
    public static int ownId() {
        return new KernelThread().ownId();
    }

    /**
     * Binds each of these threads, by the kernel's numbers, to one of the processors that this process may use: one
     * after another, from one on that differs from process to process.
     *
     * @return null, or why that cannot be had
     */
    public static String bind(int[] threads) {
        try {
            List<Integer> processors = allowed();
            if (processors.isEmpty()) {
                return STATUS + " does not tell the processors that may be used";
            }
            long first = ProcessHandle.current().pid() * threads.length;
            for (int i = 0; i < threads.length; i++) {
                if (threads[i] == 0) {
                    return "the kernel does not tell the numbers of threads";
                }
                String why = bind(threads[i], processors.get((int) ((first + i) % processors.size())));
                if (why != null) {
                    return why;
                }
            }
            return null;
        } catch (IOException | SecurityException e) {
            return e.getMessage();
        }
    }

    private static String bind(int thread, int processor) throws IOException {
        Process process = new ProcessBuilder("taskset", "-cp", Integer.toString(processor), Integer.toString(thread))
                .redirectErrorStream(true)
                .start();
        try (InputStream out = process.getInputStream()) {
            String said = read(out).strip();
            return process.waitFor() == 0 ? null : said.substring(said.lastIndexOf('\n') + 1);
        } catch (InterruptedException e) {
            // not the kernel thread, if the caller is a fiber
            CarrierContext.currentThread().interrupt();
            return "interrupted";
        }
    }

    private static List<Integer> allowed() throws IOException {
        String status;
        try (InputStream in = new FileInputStream(STATUS)) {
            status = read(in);
        }
        int at = status.indexOf(ALLOWED);
        return at < 0 ? List.of() : listed(status.substring(at + ALLOWED.length(), status.indexOf('\n', at)));
    }

    /** Of {@code 0-2,5} these four. */
    static List<Integer> listed(String ranges) {
        List<Integer> all = new ArrayList<>();
        for (String each : ranges.strip().split(",")) {
            int to = each.indexOf('-');
            int first = Integer.parseInt(to < 0 ? each : each.substring(0, to));
            int last = to < 0 ? first : Integer.parseInt(each.substring(to + 1));
            for (int processor = first; processor <= last; processor++) {
                all.add(processor);
            }
        }
        return all;
    }

    private static String read(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}

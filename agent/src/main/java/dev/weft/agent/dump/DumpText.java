package dev.weft.agent.dump;

import java.io.PrintWriter;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints a dump to be read. */
public final class DumpText implements DumpListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    /** Of all lines that are kept, in characters. */
    private static final int MOST_KEPT = 1 << 20;

    private final PrintWriter out;

    /** The lines of stacks that were printed lately, which many threads share. */
    private final Map<List<String>, Lines> known = new IdentityHashMap<>();

    private int kept;

    /** Those of a stack: what a thread waits for comes behind the first one. */
    private static final class Lines {
        private final String first;
        private final String rest;

        Lines(String first, String rest) {
            this.first = first;
            this.rest = rest;
        }
    }

    /** Prints to that. */
    public DumpText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(long pid, String runtimeVersion, long liveFibers) {
        out.println(LocalDateTime.now().format(TIME) + ": threads of process " + pid + ", JDK " + runtimeVersion + ", "
                + liveFibers + " fibers");
        out.println();
    }

    @Override
    public void thread(ThreadEntry thread) {
        out.println(head(thread));
        String waits = waits(thread);
        if (waits != null && thread.stack().isEmpty()) {
            out.println("\t- " + waits);
        }
        if (!thread.stack().isEmpty() && thread.monitors().isEmpty()) {
            Lines lines = lines(thread.stack());
            out.print(lines.first);
            if (waits != null) {
                out.println("\t- " + waits);
            }
            out.print(lines.rest);
        } else {
            stackWithMonitors(thread, waits);
        }
        for (ThreadEntry.Held each : thread.monitors()) {
            if (each.depth() < 0) {
                out.println("\t- locked <" + each.monitor() + "> by native code");
            }
        }
        for (String each : thread.synchronizers()) {
            out.println("\t- owns <" + each + ">");
        }
        if (!thread.pinnedBy().isEmpty()) {
            out.println("\t- pinned by " + thread.pinnedBy());
        }
        out.println();
    }

    private void stackWithMonitors(ThreadEntry thread, String waits) {
        for (int i = 0; i < thread.stack().size(); i++) {
            out.println("\tat " + thread.stack().get(i));
            if (waits != null && i == 0) {
                out.println("\t- " + waits);
            }
            for (ThreadEntry.Held each : thread.monitors()) {
                if (each.depth() == i) {
                    out.println("\t- locked <" + each.monitor() + ">");
                }
            }
        }
    }

    private Lines lines(List<String> stack) {
        Lines lines = known.get(stack);
        if (lines == null) {
            lines = new Lines(joined(stack.subList(0, 1)), joined(stack.subList(1, stack.size())));
            int length = lines.first.length() + lines.rest.length();
            if (kept + length > MOST_KEPT) {
                known.clear();
                kept = 0;
            }
            kept += length;
            known.put(stack, lines);
        }
        return lines;
    }

    private static String joined(List<String> frames) {
        StringBuilder lines = new StringBuilder();
        for (String each : frames) {
            lines.append("\tat ").append(each).append(System.lineSeparator());
        }
        return lines.toString();
    }

    private static String head(ThreadEntry thread) {
        StringBuilder head = new StringBuilder("\"" + thread.name() + "\" #" + thread.id() + " " + thread.kind());
        if (thread.isDaemon()) {
            head.append(" daemon");
        }
        head.append(' ').append(thread.state());
        if (thread.seconds() >= 0) {
            head.append(" for ").append(thread.seconds()).append(" s");
        }
        if (!thread.carrier().isEmpty()) {
            head.append(" on ").append(thread.carrier());
        }
        return head.toString();
    }

    /** What it waits for; null if for nothing. */
    static String waits(ThreadEntry thread) {
        if (thread.awaited() != null) {
            ThreadEntry.Awaited awaited = thread.awaited();
            return "waiting to " + awaited.events() + " descriptor " + awaited.number()
                    + (awaited.what().isEmpty() ? "" : ", " + awaited.what());
        }
        if (thread.waits().isEmpty()) {
            return null;
        }
        String what;
        switch (thread.waits()) {
            case "ENTERING":
                what = "waiting to lock";
                break;
            case "WAITING":
                what = "waiting on";
                break;
            default:
                what = "parking to wait for";
                break;
        }
        String owner = thread.ownerId() == 0 || thread.waits().equals("WAITING")
                ? ""
                : " owned by \"" + thread.ownerName() + "\" #" + thread.ownerId();
        return what + " <" + thread.lock() + ">" + owner;
    }

    @Override
    public void deadlock(long[] ids) {
        out.println(Arrays.stream(ids)
                .mapToObj(id -> "#" + id)
                .collect(Collectors.joining(
                        ", ", "Deadlock: each of these waits for the next one, the last for the first: ", "")));
        out.println();
    }

    @Override
    public void end(long unlisted) {
        if (unlisted > 0) {
            out.println(unlisted + " virtual threads that no executor of the JDK has started are not listed.");
        }
    }
}

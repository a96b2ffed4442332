package dev.weft.agent.dump;

import java.io.PrintWriter;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Prints a dump to be read. */
public final class DumpText implements DumpListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final PrintWriter out;

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

package dev.weft.weaver.observe;

import dev.weft.agent.dump.DumpListener;
import dev.weft.agent.dump.DumpText;
import dev.weft.agent.dump.ThreadEntry;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints each stack once, with the number of threads that have it, the most frequent first. */
public final class DumpGroups implements DumpListener {
    private static final int NAMES = 5;

    private final DumpText text;
    private final PrintWriter out;
    private final Map<Key, Group> groups = new LinkedHashMap<>();

    private record Key(String kind, String state, List<String> stack) {}

    private static final class Group {
        private long count;
        private long longest = -1;
        private final List<String> names = new ArrayList<>();
    }

    /** Prints to that. */
    public DumpGroups(PrintWriter out) {
        this.out = out;
        text = new DumpText(out);
    }

    @Override
    public void begin(long pid, String runtimeVersion, long liveFibers) {
        text.begin(pid, runtimeVersion, liveFibers);
    }

    @Override
    public void thread(ThreadEntry thread) {
        Key key = new Key(thread.kind(), thread.state(), thread.stack());
        Group group = groups.computeIfAbsent(key, each -> new Group());
        group.count++;
        group.longest = Math.max(group.longest, thread.seconds());
        if (group.names.size() < NAMES) {
            group.names.add("\"" + thread.name() + "\" #" + thread.id());
        }
    }

    @Override
    public void deadlock(long[] ids) {
        print();
        text.deadlock(ids);
    }

    private void print() {
        List<Map.Entry<Key, Group>> sorted = new ArrayList<>(groups.entrySet());
        sorted.sort(Comparator.comparing(each -> -each.getValue().count));
        for (Map.Entry<Key, Group> each : sorted) {
            Group group = each.getValue();
            Key key = each.getKey();
            out.println(group.count + " " + key.kind() + " " + key.state()
                    + (group.longest < 0 ? "" : " for up to " + group.longest + " s") + ": "
                    + String.join(", ", group.names)
                    + (group.count > group.names.size() ? ", .." : ""));
            key.stack().forEach(frame -> out.println("\tat " + frame));
            out.println();
        }
        groups.clear();
    }

    @Override
    public void end(long unlisted) {
        print();
        text.end(unlisted);
    }
}

package dev.weft.agent.dump;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a dump as JSON: what {@code Thread.dump_to_file -format=json} of JDK 25 has, in its schema, and more fields
 * beside it.
 */
public final class DumpJson implements DumpListener {
    private final Writer out;
    private final JsonText json;
    private long count;
    private final List<long[]> deadlocks = new ArrayList<>();

    /** Writes to that, which it leaves open. */
    public DumpJson(Writer out) {
        this.out = out;
        json = new JsonText(out);
    }

    @Override
    public void begin(long pid, String runtimeVersion, long liveFibers) throws IOException {
        json.beginElement();
        json.name("threadDump").begin('{');
        json.name("processId").value(Long.toString(pid));
        json.name("time").value(Instant.now().toString());
        json.name("runtimeVersion").value(runtimeVersion);
        json.name("liveFibers").plain(liveFibers);
        json.name("threadContainers").begin('[');
        json.beginElement();
        json.name("container").value("<root>");
        json.name("parent").value(null);
        json.name("owner").value(null);
        json.name("threads").begin('[');
    }

    @Override
    public void thread(ThreadEntry thread) throws IOException {
        count++;
        json.beginElement();
        json.name("tid").value(Long.toString(thread.id()));
        Instant now = Instant.now();
        json.name("time").value(now.toString());
        json.name("name").value(thread.name());
        strings("stack", thread.stack());
        json.name("state").value(thread.state());
        if (thread.seconds() >= 0) {
            Instant since = now.minusSeconds(thread.seconds()).truncatedTo(ChronoUnit.SECONDS);
            json.name("stateSince").value(since.toString());
        }
        json.name("virtual")
                .plain(thread.kind().equals("virtual") || thread.kind().equals("fiber"));
        json.name("kind").value(thread.kind());
        json.name("daemon").plain(thread.isDaemon());
        if (!thread.group().isEmpty()) {
            json.name("group").value(thread.group());
        }
        if (thread.isTimed()) {
            json.name("timed").plain(true);
        }
        if (!thread.carrier().isEmpty()) {
            json.name("carrier").value(Long.toString(thread.carrierId()));
            json.name("carrierName").value(thread.carrier());
        }
        waits(thread);
        awaits(thread);
        monitors(thread);
        if (!thread.synchronizers().isEmpty()) {
            strings("synchronizersOwned", thread.synchronizers());
        }
        if (!thread.pinnedBy().isEmpty()) {
            json.name("pinnedBy").value(thread.pinnedBy());
        }
        json.end('}');
    }

    private void strings(String name, List<String> values) throws IOException {
        json.name(name).begin('[');
        for (String each : values) {
            json.element(each);
        }
        json.end(']');
    }

    private void waits(ThreadEntry thread) throws IOException {
        switch (thread.waits()) {
            case "ENTERING":
                json.name("blockedOn").value(thread.lock());
                break;
            case "WAITING":
                json.name("waitingOn").value(thread.lock());
                break;
            case "PARKED":
                json.name("parkBlocker").begin('{');
                json.name("object").value(thread.lock());
                if (thread.ownerId() != 0) {
                    json.name("owner").value(Long.toString(thread.ownerId()));
                }
                json.end('}');
                break;
            default:
                return;
        }
        if (thread.ownerId() != 0 && !thread.waits().equals("PARKED")) {
            json.name("lockOwner").value(Long.toString(thread.ownerId()));
        }
    }

    private void awaits(ThreadEntry thread) throws IOException {
        ThreadEntry.Awaited awaited = thread.awaited();
        if (awaited == null) {
            return;
        }
        json.name("waitingForDescriptor").begin('{');
        json.name("number").plain(awaited.number());
        json.name("to").value(awaited.events());
        if (!awaited.what().isEmpty()) {
            json.name("what").value(awaited.what());
        }
        json.end('}');
    }

    private void monitors(ThreadEntry thread) throws IOException {
        if (thread.monitors().isEmpty()) {
            return;
        }
        json.name("monitorsOwned").begin('[');
        for (ThreadEntry.Held each : thread.monitors()) {
            json.beginElement();
            json.name("depth").plain(each.depth());
            strings("locks", List.of(each.monitor()));
            json.end('}');
        }
        json.end(']');
    }

    @Override
    public void deadlock(long[] ids) {
        deadlocks.add(ids.clone());
    }

    @Override
    public void end(long unlisted) throws IOException {
        json.end(']');
        json.name("threadCount").value(Long.toString(count));
        json.end('}');
        json.end(']');
        json.name("deadlocked").begin('[');
        for (long[] cycle : deadlocks) {
            for (long each : cycle) {
                json.element(Long.toString(each));
            }
        }
        json.end(']');
        json.name("unlistedVirtualThreads").plain(unlisted);
        json.end('}');
        json.end('}');
        json.flush();
        out.write(System.lineSeparator());
        out.flush();
    }
}

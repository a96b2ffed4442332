package dev.weft.weaver.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;

/**
 * Writes a dump as JSON: what {@code Thread.dump_to_file -format=json} of JDK 21 has, in its schema, and more fields
 * beside it; where newer JDKs have such a field, under its name.
 */
public final class DumpJson implements DumpListener {
    private final JsonGenerator json;
    private long count;
    private long[] deadlocked = {};

    /** Writes to that, which it leaves open. */
    public DumpJson(Writer out) throws IOException {
        json = new JsonFactory()
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .createGenerator(out);
        json.setPrettyPrinter(new DefaultPrettyPrinter());
    }

    @Override
    public void begin(long pid, String runtimeVersion, long liveFibers) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("threadDump");
        json.writeStringField("processId", Long.toString(pid));
        json.writeStringField("time", Instant.now().toString());
        json.writeStringField("runtimeVersion", runtimeVersion);
        json.writeNumberField("liveFibers", liveFibers);
        json.writeArrayFieldStart("threadContainers");
        json.writeStartObject();
        json.writeStringField("container", "<root>");
        json.writeNullField("parent");
        json.writeNullField("owner");
        json.writeArrayFieldStart("threads");
    }

    @Override
    public void thread(ThreadEntry thread) throws IOException {
        count++;
        json.writeStartObject();
        json.writeStringField("tid", Long.toString(thread.id()));
        json.writeStringField("name", thread.name());
        json.writeArrayFieldStart("stack");
        for (String each : thread.stack()) {
            json.writeString(each);
        }
        json.writeEndArray();
        json.writeStringField("state", thread.state());
        json.writeBooleanField(
                "virtual", thread.kind().equals("virtual") || thread.kind().equals("fiber"));
        json.writeStringField("kind", thread.kind());
        json.writeBooleanField("daemon", thread.isDaemon());
        if (!thread.group().isEmpty()) {
            json.writeStringField("group", thread.group());
        }
        if (thread.isTimed()) {
            json.writeBooleanField("timed", true);
        }
        if (!thread.carrier().isEmpty()) {
            json.writeStringField("carrier", thread.carrier());
        }
        waits(thread);
        awaits(thread);
        monitors(thread);
        if (!thread.synchronizers().isEmpty()) {
            json.writeArrayFieldStart("synchronizersOwned");
            for (String each : thread.synchronizers()) {
                json.writeString(each);
            }
            json.writeEndArray();
        }
        if (!thread.pinnedBy().isEmpty()) {
            json.writeStringField("pinnedBy", thread.pinnedBy());
        }
        json.writeEndObject();
    }

    private void waits(ThreadEntry thread) throws IOException {
        switch (thread.waits()) {
            case "ENTERING":
                json.writeStringField("blockedOn", thread.lock());
                break;
            case "WAITING":
                json.writeStringField("waitingOn", thread.lock());
                break;
            case "PARKED":
                json.writeObjectFieldStart("parkBlocker");
                json.writeStringField("object", thread.lock());
                if (thread.ownerId() != 0) {
                    json.writeStringField("owner", Long.toString(thread.ownerId()));
                }
                json.writeEndObject();
                break;
            default:
                return;
        }
        if (thread.ownerId() != 0 && !thread.waits().equals("PARKED")) {
            json.writeStringField("lockOwner", Long.toString(thread.ownerId()));
        }
    }

    private void awaits(ThreadEntry thread) throws IOException {
        ThreadEntry.Awaited awaited = thread.awaited();
        if (awaited == null) {
            return;
        }
        json.writeObjectFieldStart("waitingForDescriptor");
        json.writeNumberField("number", awaited.number());
        json.writeStringField("to", awaited.events());
        if (!awaited.what().isEmpty()) {
            json.writeStringField("what", awaited.what());
        }
        json.writeEndObject();
    }

    private void monitors(ThreadEntry thread) throws IOException {
        if (thread.monitors().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("monitorsOwned");
        for (ThreadEntry.Held each : thread.monitors()) {
            json.writeStartObject();
            json.writeNumberField("depth", each.depth());
            json.writeArrayFieldStart("locks");
            json.writeString(each.monitor());
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    @Override
    public void deadlock(long[] ids) {
        deadlocked = ids.clone();
    }

    @Override
    public void end(long unlisted) throws IOException {
        json.writeEndArray();
        json.writeStringField("threadCount", Long.toString(count));
        json.writeEndObject();
        json.writeEndArray();
        json.writeArrayFieldStart("deadlocked");
        for (long each : deadlocked) {
            json.writeString(Long.toString(each));
        }
        json.writeEndArray();
        json.writeNumberField("unlistedVirtualThreads", unlisted);
        json.writeEndObject();
        json.writeEndObject();
        json.writeRaw(System.lineSeparator());
        json.flush();
    }
}

package dev.weft.tck.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What JDK 25 documents of the JSON that {@code HotSpotDiagnosticMXBean.dumpThreads} writes: which fields an object
 * must have, and of which type are those that it may have. Others may be there, too.
 */
final class DumpSchema {
    private DumpSchema() {}

    /** Fails if that is no such dump. */
    static void assertValid(String json) throws IOException {
        Object whole;
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            parser.nextToken();
            whole = value(parser);
            assertEquals(null, parser.nextToken(), "more behind the end");
        }
        Map<?, ?> dump = object(object(whole).get("threadDump"));
        has(dump, String.class, "processId", "time", "runtimeVersion");
        for (Object each : list(dump.get("threadContainers"))) {
            Map<?, ?> container = object(each);
            has(container, String.class, "container");
            assertTrue(container.containsKey("parent") && container.containsKey("owner"), container.keySet()::toString);
            may(container, String.class, "parent", "owner", "threadCount");
            list(container.get("threads")).forEach(thread -> assertThread(object(thread)));
        }
    }

    private static void assertThread(Map<?, ?> thread) {
        has(thread, String.class, "tid", "time", "name", "state");
        may(thread, String.class, "blockedOn", "waitingOn", "carrier");
        may(thread, Boolean.class, "virtual");
        list(thread.get("stack")).forEach(frame -> assertInstanceOf(String.class, frame));
        if (thread.containsKey("parkBlocker")) {
            has(object(thread.get("parkBlocker")), String.class, "object");
        }
        if (thread.containsKey("carrier")) {
            Long.parseLong((String) thread.get("carrier"));
        }
        if (thread.containsKey("monitorsOwned")) {
            for (Object each : list(thread.get("monitorsOwned"))) {
                Map<?, ?> owned = object(each);
                has(owned, Long.class, "depth");
                list(owned.get("locks")).forEach(lock -> assertTrue(lock == null || lock instanceof String));
            }
        }
    }

    private static Map<?, ?> object(Object value) {
        return assertInstanceOf(Map.class, value);
    }

    private static List<?> list(Object value) {
        return assertInstanceOf(List.class, value);
    }

    private static void has(Map<?, ?> object, Class<?> type, String... names) {
        for (String each : names) {
            assertInstanceOf(type, object.get(each), () -> each + " of " + object);
        }
    }

    private static void may(Map<?, ?> object, Class<?> type, String... names) {
        for (String each : names) {
            assertTrue(object.get(each) == null || type.isInstance(object.get(each)), () -> each + " of " + object);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT:
                Map<String, Object> object = new HashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                return object;
            case START_ARRAY:
                List<Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                return array;
            case VALUE_NUMBER_INT:
                return parser.getLongValue();
            case VALUE_TRUE:
            case VALUE_FALSE:
                return parser.getBooleanValue();
            case VALUE_NULL:
                return null;
            default:
                return parser.getText();
        }
    }
}

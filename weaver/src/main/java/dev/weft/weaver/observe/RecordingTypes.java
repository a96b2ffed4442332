package dev.weft.weaver.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The types of a recording with samples, and the event that describes them to its readers: a tree of elements, whose
 * names and attributes are numbers of strings. Names of types and fields are the JDK's, as its readers look for them;
 * and so is the order of a type's fields, which other readers expect.
 */
final class RecordingTypes {
    /** The types of the two events that each recording has, the description of types and the pools of values. */
    static final int METADATA = 0;

    static final int POOLS = 1;

    static final int SAMPLE = 2;
    static final int THREAD = 3;
    static final int STACK = 4;
    static final int METHOD = 5;
    static final int CLASS = 6;
    static final int PACKAGE = 7;
    static final int SYMBOL = 8;
    static final int FRAME_TYPE = 9;
    static final int STATE = 10;
    private static final int FRAME = 11;
    private static final int INT = 12;
    private static final int LONG = 13;
    private static final int BOOLEAN = 14;
    private static final int STRING = 15;
    private static final int TIMESTAMP = 16;
    private static final int LABEL = 17;
    private static final int LOADER = 18;

    private static final String ANNOTATION = "java.lang.annotation.Annotation";

    private final Map<String, Integer> strings = new LinkedHashMap<>();
    private final RecordingBytes tree = new RecordingBytes();

    private RecordingTypes() {}

    private record Element(String name, List<String> attributes, List<Element> children) {}

    /** The content of the event that describes the types. */
    static RecordingBytes event(long ticks) {
        RecordingTypes types = new RecordingTypes();
        Element region = new Element("region", List.of(), List.of());
        types.write(new Element("root", List.of(), List.of(new Element("metadata", List.of(), all()), region)));
        RecordingBytes event = new RecordingBytes();
        // its type, start, duration and id
        event.number(METADATA).number(ticks).number(0).number(1);
        event.number(types.strings.size());
        types.strings.keySet().forEach(event::text);
        return event.append(types.tree);
    }

    private static List<Element> all() {
        return List.of(
                type(INT, "int", ""),
                type(LONG, "long", ""),
                type(BOOLEAN, "boolean", ""),
                type(STRING, "java.lang.String", ""),
                type(TIMESTAMP, "jdk.jfr.Timestamp", ANNOTATION, field("value", STRING)),
                type(LABEL, "jdk.jfr.Label", ANNOTATION, field("value", STRING)),
                type(
                        SAMPLE,
                        "jdk.ExecutionSample",
                        "jdk.jfr.Event",
                        annotation(LABEL, "Method Profiling Sample"),
                        time("startTime"),
                        pooled("sampledThread", THREAD),
                        pooled("stackTrace", STACK),
                        pooled("state", STATE)),
                type(
                        THREAD,
                        "java.lang.Thread",
                        "",
                        field("osName", STRING),
                        field("osThreadId", LONG),
                        field("javaName", STRING),
                        field("javaThreadId", LONG)),
                type(STACK, "jdk.types.StackTrace", "", field("truncated", BOOLEAN), array("frames", FRAME)),
                type(
                        FRAME,
                        "jdk.types.StackFrame",
                        "",
                        pooled("method", METHOD),
                        field("lineNumber", INT),
                        field("bytecodeIndex", INT),
                        pooled("type", FRAME_TYPE)),
                type(
                        METHOD,
                        "jdk.types.Method",
                        "",
                        pooled("type", CLASS),
                        pooled("name", SYMBOL),
                        pooled("descriptor", SYMBOL),
                        field("modifiers", INT),
                        field("hidden", BOOLEAN)),
                type(
                        CLASS,
                        "java.lang.Class",
                        "",
                        pooled("classLoader", LOADER),
                        pooled("name", SYMBOL),
                        pooled("package", PACKAGE),
                        field("modifiers", INT),
                        field("hidden", BOOLEAN)),
                type(LOADER, "jdk.types.ClassLoader", "", pooled("name", SYMBOL)),
                type(PACKAGE, "jdk.types.Package", "", pooled("name", SYMBOL)),
                simple(SYMBOL, "jdk.types.Symbol", "string"),
                simple(FRAME_TYPE, "jdk.types.FrameType", "description"),
                simple(STATE, "jdk.types.ThreadState", "name"));
    }

    private static Element type(int id, String name, String superType, Element... children) {
        List<String> attributes = new ArrayList<>(List.of("id", Integer.toString(id), "name", name));
        if (!superType.isEmpty()) {
            attributes.addAll(List.of("superType", superType));
        }
        return new Element("class", attributes, List.of(children));
    }

    /** A type of one text, in place of which readers see the text. */
    private static Element simple(int id, String name, String field) {
        List<String> attributes = List.of("id", Integer.toString(id), "name", name, "simpleType", "true");
        return new Element("class", attributes, List.of(field(field, STRING)));
    }

    private static Element field(String name, int type) {
        return new Element("field", List.of("name", name, "class", Integer.toString(type)), List.of());
    }

    /** A field that has the number of a value in the pool of its type. */
    private static Element pooled(String name, int type) {
        List<String> attributes = List.of("name", name, "class", Integer.toString(type), "constantPool", "true");
        return new Element("field", attributes, List.of());
    }

    private static Element array(String name, int type) {
        List<String> attributes = List.of("name", name, "class", Integer.toString(type), "dimension", "1");
        return new Element("field", attributes, List.of());
    }

    private static Element time(String name) {
        List<String> attributes = List.of("name", name, "class", Integer.toString(LONG));
        return new Element("field", attributes, List.of(annotation(TIMESTAMP, "TICKS")));
    }

    private static Element annotation(int type, String value) {
        return new Element("annotation", List.of("class", Integer.toString(type), "value", value), List.of());
    }

    private void write(Element element) {
        tree.number(number(element.name)).number(element.attributes.size() / 2);
        element.attributes.forEach(each -> tree.number(number(each)));
        tree.number(element.children.size());
        element.children.forEach(this::write);
    }

    private int number(String string) {
        return strings.computeIfAbsent(string, added -> strings.size());
    }
}

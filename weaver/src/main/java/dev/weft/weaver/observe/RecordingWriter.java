package dev.weft.weaver.observe;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes samples as {@code jdk.ExecutionSample}, in the form of JFR's recordings of version 2:
 *
 * <pre>
 * header       68 bytes, with the places of the events of types and pools
 * samples      each the numbers of its thread, stack and state
 * pools        of each type, the values with their numbers
 * types        as {@link RecordingTypes} has them
 * </pre>
 *
 * A writer of our own, as that of JDK Mission Control pools the frames of stacks, which the JDK's reader does not take.
 */
final class RecordingWriter {
    private static final int HEADER = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int VERSION = 2 << 16;
    private static final int HAS_SHORT_NUMBERS = 1;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** A recording's ticks are nanoseconds; 0 would be none. */
    private static final long FIRST_TICK = 1;

    private static final long TICKS_PER_SECOND = 1_000_000_000;

    static final String UNKNOWN_CALLERS = "[callers unknown]";
    private static final String FRAME_SEPARATOR = ";";
    private static final int NATIVE = -2;

    /** Stands for a line, or the index of a bytecode, that is not known: -1, of 32 bits. */
    private static final long UNKNOWN = 0xffff_ffffL;

    private static final int NO_LOADER = 0;
    private static final int NO_MODIFIERS = 0;
    private static final int NOT_HIDDEN = 0;

    private final RecordingBytes samples = new RecordingBytes();
    private final Map<Integer, Pool> pools = new LinkedHashMap<>();

    private RecordingWriter() {}

    /** Values of one type. */
    private static final class Pool {
        private final Map<Object, Integer> numbers = new LinkedHashMap<>();
        private final RecordingBytes values = new RecordingBytes();
    }

    /** Writes a recording that began then. */
    static void write(List<RecordedProfile.Seen> all, long startMillis, OutputStream out) throws IOException {
        RecordingWriter writer = new RecordingWriter();
        all.forEach(writer::add);
        long nanos = all.isEmpty() ? 1 : all.get(all.size() - 1).nanos() + 1;
        RecordingBytes pools = new RecordingBytes().event(writer.poolsEvent());
        RecordingBytes types = new RecordingBytes().event(RecordingTypes.event(FIRST_TICK));
        int poolsAt = HEADER + writer.samples.length();
        int typesAt = poolsAt + pools.length();
        RecordingBytes header = new RecordingBytes()
                .fixed(MAGIC, 4)
                .fixed(VERSION, 4)
                .fixed(typesAt + types.length(), 8)
                .fixed(poolsAt, 8)
                .fixed(typesAt, 8)
                .fixed(startMillis * NANOS_PER_MILLI, 8)
                .fixed(nanos, 8)
                .fixed(FIRST_TICK, 8)
                .fixed(TICKS_PER_SECOND, 8)
                .fixed(HAS_SHORT_NUMBERS, 4);
        for (RecordingBytes each : List.of(header, writer.samples, pools, types)) {
            each.writeTo(out);
        }
    }

    private void add(RecordedProfile.Seen seen) {
        samples.event(new RecordingBytes()
                .number(RecordingTypes.SAMPLE)
                .number(FIRST_TICK + seen.nanos())
                .number(thread(seen.id(), seen.thread()))
                .number(stack(seen.stack()))
                .number(text(RecordingTypes.STATE, "STATE_RUNNABLE")));
    }

    private RecordingBytes poolsEvent() {
        // its type, start, duration, the distance to an event of earlier pools, and that it is the last one
        RecordingBytes event = new RecordingBytes()
                .number(RecordingTypes.POOLS)
                .number(FIRST_TICK)
                .number(0)
                .number(0)
                .number(0);
        event.number(pools.size());
        pools.forEach(
                (type, pool) -> event.number(type).number(pool.numbers.size()).append(pool.values));
        return event;
    }

    /** The number of a value in the pool of its type, to which it is added; 0 would be none. */
    private int pooled(int type, Object key, RecordingBytes value) {
        Pool pool = pools.computeIfAbsent(type, added -> new Pool());
        int number = pool.numbers.size() + 1;
        pool.numbers.put(key, number);
        pool.values.number(number).append(value);
        return number;
    }

    /** The number of a value that is in its pool; 0 if it is not. */
    private int known(int type, Object key) {
        Pool pool = pools.get(type);
        return pool == null ? 0 : pool.numbers.getOrDefault(key, 0);
    }

    private int text(int type, String text) {
        int known = known(type, text);
        return known != 0 ? known : pooled(type, text, new RecordingBytes().text(text));
    }

    private int thread(long id, String name) {
        int known = known(RecordingTypes.THREAD, id);
        return known != 0
                ? known
                : pooled(
                        RecordingTypes.THREAD,
                        id,
                        new RecordingBytes().text(name).number(id).text(name).number(id));
    }

    private int stack(String stack) {
        int known = known(RecordingTypes.STACK, stack);
        if (known != 0) {
            return known;
        }
        List<String> innermostFirst = new ArrayList<>(Arrays.asList(stack.split(FRAME_SEPARATOR)));
        Collections.reverse(innermostFirst);
        boolean isCut = innermostFirst.remove(UNKNOWN_CALLERS);
        RecordingBytes value = new RecordingBytes().number(isCut ? 1 : 0).number(innermostFirst.size());
        innermostFirst.forEach(each -> addFrame(each, value));
        return pooled(RecordingTypes.STACK, stack, value);
    }

    /** Of {@code package.Class.method:line}, or of words in brackets that stand for no method of the program. */
    private void addFrame(String text, RecordingBytes stack) {
        int colon = text.lastIndexOf(':');
        boolean isMethod = colon > 0;
        String name = isMethod ? text.substring(0, colon) : text;
        int dot = isMethod ? name.lastIndexOf('.') : -1;
        String type = (dot < 0 ? "weft" : name.substring(0, dot)).replace('.', '/');
        int line = isMethod ? Integer.parseInt(text.substring(colon + 1)) : -1;
        stack.number(method(type, name.substring(dot + 1)))
                .number(line < 0 ? UNKNOWN : line)
                .number(UNKNOWN)
                .number(text(RecordingTypes.FRAME_TYPE, line == NATIVE ? "Native" : "Interpreted"));
    }

    private int method(String type, String name) {
        String key = type + '.' + name;
        int known = known(RecordingTypes.METHOD, key);
        return known != 0
                ? known
                : pooled(
                        RecordingTypes.METHOD,
                        key,
                        new RecordingBytes()
                                .number(type(type))
                                .number(text(RecordingTypes.SYMBOL, name))
                                .number(text(RecordingTypes.SYMBOL, "()V"))
                                .number(NO_MODIFIERS)
                                .number(NOT_HIDDEN));
    }

    private int type(String name) {
        int known = known(RecordingTypes.CLASS, name);
        if (known != 0) {
            return known;
        }
        String inPackage = name.substring(0, Math.max(0, name.lastIndexOf('/')));
        int pack = known(RecordingTypes.PACKAGE, inPackage);
        if (pack == 0) {
            pack = pooled(
                    RecordingTypes.PACKAGE,
                    inPackage,
                    new RecordingBytes().number(text(RecordingTypes.SYMBOL, inPackage)));
        }
        int symbol = text(RecordingTypes.SYMBOL, name);
        return pooled(
                RecordingTypes.CLASS,
                name,
                new RecordingBytes()
                        .number(NO_LOADER)
                        .number(symbol)
                        .number(pack)
                        .number(NO_MODIFIERS)
                        .number(NOT_HIDDEN));
    }
}

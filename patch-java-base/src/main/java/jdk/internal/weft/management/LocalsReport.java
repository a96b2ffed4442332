package jdk.internal.weft.management;

import dev.weft.ThreadLocalUse;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.local.LocalsCount;
import jdk.internal.weft.thread.ExecutorThreads;
import jdk.internal.weft.thread.FiberView;

/**
 * Which thread locals have how many values. The maps of threads that run are read meanwhile: a value that comes or goes
 * is counted, or not.
 *
 * <p>The field of a thread local is looked for in all classes that are loaded and initialized. That takes a while, and
 * the VM may load the classes of fields that it is asked for.
 */
@SuppressWarnings("removal")
public final class LocalsReport extends LocalsCount implements PrivilegedAction<List<ThreadLocalUse>> {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final int FIBERS = 0;
    private static final int PLATFORM_THREADS = 1;

    /** The numbers of values, by thread local and class of the values. */
    private final Map<Object, Map<String, long[]>> counts = new IdentityHashMap<>();

    private int kind;

    private LocalsReport() {}

    /** The report, those with most values first. */
    public static List<ThreadLocalUse> make() {
        return AccessController.doPrivileged(new LocalsReport());
    }

    /** Writes the report. */
    static void write(DataOutputStream out) throws IOException {
        for (ThreadLocalUse each : make()) {
            out.writeByte('L');
            out.writeUTF(each.field() == null ? "" : each.field());
            out.writeUTF(each.localClass());
            out.writeUTF(each.valueClass());
            out.writeLong(each.fibers());
            out.writeLong(each.platformThreads());
        }
        out.writeByte('E');
        out.flush();
    }

    @Override
    public List<ThreadLocalUse> run() {
        kind = PLATFORM_THREADS;
        for (Thread each : FiberView.platformThreads()) {
            if (Fibers.of(each) == null) {
                WeftLocals.count(each, this);
            }
        }
        kind = FIBERS;
        for (Thread each : GroupThreads.all()) {
            if (Fibers.of(each) != null) {
                WeftLocals.count(each, this);
            }
        }
        for (Thread each : ExecutorThreads.threads()) {
            if (VirtualRules.isMadeByApi(each)) {
                WeftLocals.count(each, this);
            }
        }
        return uses(fields());
    }

    @Override
    public void add(Object local, Object value) {
        Map<String, long[]> ofLocal = counts.get(local);
        if (ofLocal == null) {
            ofLocal = new TreeMap<>();
            counts.put(local, ofLocal);
        }
        String type = value == null ? "null" : value.getClass().getName();
        long[] numbers = ofLocal.get(type);
        if (numbers == null) {
            numbers = new long[2];
            ofLocal.put(type, numbers);
        }
        numbers[kind]++;
    }

    private List<ThreadLocalUse> uses(Map<Object, String> fields) {
        List<ThreadLocalUse> uses = new ArrayList<>();
        for (Map.Entry<Object, Map<String, long[]>> local : counts.entrySet()) {
            String field = fields.get(local.getKey());
            String type = local.getKey().getClass().getName();
            for (Map.Entry<String, long[]> each : local.getValue().entrySet()) {
                long[] numbers = each.getValue();
                uses.add(new ThreadLocalUse(field, type, each.getKey(), numbers[FIBERS], numbers[PLATFORM_THREADS]));
            }
        }
        uses.sort(Comparator.comparingLong((ThreadLocalUse use) -> -use.fibers() - use.platformThreads())
                .thenComparing(ThreadLocalUse::toString));
        return List.copyOf(uses);
    }

    // ------------------------------------------------------------------------------------------- fields

    private Map<Object, String> fields() {
        Map<Object, String> fields = new IdentityHashMap<>();
        for (Class<?> each : Instrument.loadedClasses()) {
            if (fields.size() == counts.size()) {
                break;
            }
            if (!each.isArray() && !each.isPrimitive() && !U.shouldBeInitialized(each)) {
                addFields(each, fields);
            }
        }
        return fields;
    }

    private void addFields(Class<?> type, Map<Object, String> fields) {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    Object value = U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
                    if (value instanceof ThreadLocal && counts.containsKey(value)) {
                        fields.putIfAbsent(value, type.getName() + "." + field.getName());
                    }
                }
            }
        } catch (LinkageError | TypeNotPresentException e) {
            // a field's class is missing: so are the names of this one's fields
            return;
        }
    }
}

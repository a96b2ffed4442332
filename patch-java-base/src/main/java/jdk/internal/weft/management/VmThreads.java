package jdk.internal.weft.management;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.trace.VmThreadInfos;

/**
 * The part of module java.management that makes {@code ThreadInfo}s, which java.base cannot name. A stock JDK 17's
 * private members; whoever asks is in that module, so it is there.
 */
final class VmThreads {
    private static final String INFO = "java.lang.management.ThreadInfo";

    private final VmThreadInfos dumped;
    private final Method getThreads;
    private final Method getThreadInfo1;
    private final Method getThreadTotalCpuTime1;
    private final Method getThreadAllocatedMemory1;
    private final Constructor<?> constructor;
    private final Class<?> infoType;
    private final Field stackDepth;
    private final Field stackFrame;
    private final Map<String, Field> fields = new HashMap<>();

    /** Loads the library of native methods; null for a program without java.management. */
    static VmThreads load() {
        try {
            return new VmThreads();
        } catch (InternalError | LinkageError e) {
            return null;
        }
    }

    VmThreads() {
        try {
            dumped = new VmThreadInfos();
            Class<?> impl = Class.forName("sun.management.ThreadImpl", true, null);
            infoType = Class.forName(INFO, true, null);
            getThreads = accessible(impl.getDeclaredMethod("getThreads"));
            getThreadInfo1 =
                    accessible(impl.getDeclaredMethod("getThreadInfo1", long[].class, int.class, infoType.arrayType()));
            getThreadTotalCpuTime1 =
                    accessible(impl.getDeclaredMethod("getThreadTotalCpuTime1", long[].class, long[].class));
            getThreadAllocatedMemory1 =
                    accessible(impl.getDeclaredMethod("getThreadAllocatedMemory1", long[].class, long[].class));
            constructor = infoType.getDeclaredConstructor(
                    Thread.class,
                    int.class,
                    Object.class,
                    Thread.class,
                    long.class,
                    long.class,
                    long.class,
                    long.class,
                    StackTraceElement[].class,
                    Object[].class,
                    int[].class,
                    Object[].class);
            JdkAccess.override(constructor, true);
            for (String name : new String[] {
                "lock",
                "lockName",
                "lockOwnerId",
                "lockOwnerName",
                "threadState",
                "blockedCount",
                "waitedCount",
                "stackTrace",
                "threadId",
                "lockedMonitors",
                "lockedSynchronizers"
            }) {
                fields.put(name, accessible(infoType.getDeclaredField(name)));
            }
            Class<?> monitorType = Class.forName("java.lang.management.MonitorInfo", true, null);
            stackDepth = accessible(monitorType.getDeclaredField("stackDepth"));
            stackFrame = accessible(monitorType.getDeclaredField("stackFrame"));
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    private static Field accessible(Field field) {
        JdkAccess.override(field, true);
        return field;
    }

    private static Method accessible(Method method) {
        JdkAccess.override(method, true);
        return method;
    }

    /** The live threads that the VM knows: platform threads, carriers among them. */
    Thread[] threads() {
        return (Thread[]) call(getThreads);
    }

    /** The VM's {@code ThreadInfo}s, with null for a thread that has ended. */
    Object[] infos(Thread[] threads) {
        long[] ids = ids(threads);
        Object[] infos = array(ids.length);
        if (ids.length > 0) {
            call(getThreadInfo1, ids, 0, infos);
        }
        return infos;
    }

    /** Lets the VM make {@code ThreadInfo}s with traces and locked monitors, for {@link RealHolds#seen}. */
    void dump(Thread[] threads) {
        dumped.dump(ids(threads), true, false, Integer.MAX_VALUE);
    }

    /**
     * The VM's {@code ThreadInfo}s of one moment, with traces of at most so many innermost elements each, and with null
     * for a thread that has ended.
     */
    Object[] traced(Thread[] threads, int most) {
        // no ids at all would stand for all threads
        return threads.length == 0 ? array(0) : dumped.dump(ids(threads), false, false, most);
    }

    /** Lets the VM look through the heap for the ownable synchronizers of threads: {@link OwnedSynchronizers#seen}. */
    void dumpSynchronizers(Thread[] threads) {
        dumped.dump(ids(threads), false, true, 0);
    }

    /** Processor time that each of these kernel threads has used, in nanoseconds; -1 for one that has ended. */
    long[] processorTimes(Thread[] threads) {
        long[] times = new long[threads.length];
        Arrays.fill(times, -1);
        if (times.length > 0) {
            call(getThreadTotalCpuTime1, ids(threads), times);
        }
        return times;
    }

    /** Bytes that each of these kernel threads has allocated; -1 for one that has ended. */
    long[] allocatedBytes(Thread[] threads) {
        long[] bytes = new long[threads.length];
        Arrays.fill(bytes, -1);
        if (bytes.length > 0) {
            call(getThreadAllocatedMemory1, ids(threads), bytes);
        }
        return bytes;
    }

    /** A native method that tells a figure of the kernel thread with that id; 0 for the calling one. */
    MethodHandle figure(String name) {
        try {
            Method method = getThreads.getDeclaringClass().getDeclaredMethod(name, long.class);
            return MethodHandles.lookup().unreflect(accessible(method));
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    private static long[] ids(Thread[] threads) {
        long[] ids = new long[threads.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = JdkAccess.tid(threads[i]);
        }
        return ids;
    }

    /** An array of {@code ThreadInfo}s. */
    Object[] array(int length) {
        return (Object[]) java.lang.reflect.Array.newInstance(infoType, length);
    }

    /** A new {@code ThreadInfo} of a fiber. */
    Object info(
            Thread thread,
            int status,
            Blockage blockage,
            StackTraceElement[] trace,
            Object[] monitors,
            int[] depths,
            Object[] synchronizers) {
        try {
            long[] waits = FiberAccounts.waits(thread);
            return constructor.newInstance(
                    thread,
                    status,
                    blockage.lock,
                    blockage.owner,
                    waits[0],
                    waits[1],
                    waits[2],
                    waits[3],
                    trace,
                    monitors,
                    depths,
                    synchronizers);
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        }
    }

    Object get(Object info, String field) {
        try {
            return fields.get(field).get(info);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    void set(Object info, String field, Object value) {
        set(fields.get(field), info, value);
    }

    private static void set(Field field, Object target, Object value) {
        try {
            field.set(target, value);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    /**
     * Gives a {@code ThreadInfo} of the VM's another stack trace, which has some of the old one's elements; the
     * monitors keep their frames.
     */
    void setTrace(Object info, StackTraceElement[] trace, int maxDepth) {
        StackTraceElement[] shown = maxDepth < 0 || maxDepth >= trace.length ? trace : Arrays.copyOf(trace, maxDepth);
        set(info, "stackTrace", shown);
        Object[] monitors = (Object[]) get(info, "lockedMonitors");
        int kept = 0;
        Object[] visible = monitors.clone();
        for (Object each : monitors) {
            int depth = indexOf(each, shown);
            if (depth >= 0) {
                set(stackDepth, each, depth);
                visible[kept++] = each;
            }
        }
        set(info, "lockedMonitors", Arrays.copyOf(visible, kept));
    }

    private int indexOf(Object monitor, StackTraceElement[] trace) {
        try {
            Object frame = stackFrame.get(monitor);
            for (int i = 0; i < trace.length; i++) {
                if (trace[i] == frame) {
                    return i;
                }
            }
            return -1;
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    /** Each mounted fiber, by its carrier's id. A snapshot. */
    static Map<Long, Thread> mountedByCarrier(Thread[] platform) {
        Map<Long, Thread> mounted = new HashMap<>();
        for (Thread each : platform) {
            CarrierContext context = CarrierContext.of(each);
            Thread fiber = context == null || context.carrier == null ? null : context.thread;
            if (fiber != null) {
                mounted.put(each.getId(), fiber);
            }
        }
        return mounted;
    }

    private static Object call(Method method, Object... arguments) {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw sneak(e.getCause());
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the compiler is to believe it unchecked
    private static <T extends Throwable> T sneak(Throwable t) throws T {
        throw (T) t;
    }
}

package jdk.internal.weft.trace;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import jdk.internal.loader.BootLoader;
import jdk.internal.weft.JdkAccess;

/** The door to the VM's own {@code ThreadInfo}s, which no code of java.management has seen yet. Thread-safe. */
public final class VmThreadInfos {
    private final Method dumpThreads;
    private final Field stackTrace;

    /**
     * Loads the library of native methods, and no class whose initializer could fail in a full heap: the program
     * would miss it for ever. So does the VM when it makes {@code ThreadInfo}s ({@link
     * jdk.internal.weft.management.ThreadStatus}).
     *
     * @throws ClassNotFoundException in a program without java.management
     */
    public VmThreadInfos() throws ReflectiveOperationException {
        Class<?> impl = Class.forName("sun.management.ThreadImpl", true, null);
        BootLoader.loadLibrary("management");
        dumpThreads = impl.getDeclaredMethod("dumpThreads0", long[].class, boolean.class, boolean.class, int.class);
        JdkAccess.override(dumpThreads, true);
        stackTrace =
                Class.forName("java.lang.management.ThreadInfo", true, null).getDeclaredField("stackTrace");
        JdkAccess.override(stackTrace, true);
    }

    /**
     * The VM's {@code ThreadInfo}s of one moment, with null for a thread that has ended.
     *
     * @param ids the threads that the VM knows; null for all of them
     * @param most so many innermost elements of each trace
     */
    public Object[] dump(long[] ids, boolean monitors, boolean synchronizers, int most) {
        try {
            return (Object[]) dumpThreads.invoke(null, ids, monitors, synchronizers, most);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw new InternalError(e);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }

    /** The trace of one of them. */
    public StackTraceElement[] trace(Object info) {
        try {
            return (StackTraceElement[]) stackTrace.get(info);
        } catch (IllegalAccessException e) {
            throw new InternalError(e);
        }
    }
}

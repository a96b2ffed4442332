package jdk.internal.weft.scheduler;

import java.lang.reflect.Field;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/** Whether the JDK waits for the end of a process, with a thread that it keeps for the next one. */
final class AwaitedProcesses {
    private static final String HOST = "java.lang.ProcessHandleImpl";
    private static final String BY_ID = "completions";

    private AwaitedProcesses() {}

    /**
     * A snapshot. When a process is no longer awaited, what waits for its end has been told, or a thread that tells it
     * has been started.
     */
    static boolean areThere() {
        Unsafe unsafe = Unsafe.getUnsafe();
        try {
            Class<?> host = Class.forName(HOST, false, null);
            if (unsafe.shouldBeInitialized(host)) {
                return false;
            }
            Field byId = host.getDeclaredField(BY_ID);
            Object all = unsafe.getReference(unsafe.staticFieldBase(byId), unsafe.staticFieldOffset(byId));
            return !((Map<?, ?>) all).isEmpty();
        } catch (ReflectiveOperationException e) {
            // a JDK that keeps them elsewhere: the thread is known if the run has started it
            return false;
        }
    }
}

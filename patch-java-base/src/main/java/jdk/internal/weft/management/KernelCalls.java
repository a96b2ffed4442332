package jdk.internal.weft.management;

import java.io.File;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import jdk.internal.weft.scheduler.Carriers;
import jdk.internal.weft.scheduler.KernelThread;

/**
 * Finds the descriptors for which kernel threads wait in calls of the kernel, of files for instance, as {@code /proc}
 * tells it (proc(5)). The VM tells no thread's id in the kernel. Carriers know their own; that of another thread is the
 * one that has used as much processor time, to the nanosecond, as the VM says of that thread: which does not grow while
 * it waits. Where the kernel does not tell, no thread waits for a descriptor.
 */
final class KernelCalls {
    private final KernelThread kernel = new KernelThread();
    private final Map<Thread, Integer> ids = new IdentityHashMap<>();

    /** Looks for those of the threads that wait now, and are no carriers of the default scheduler. */
    KernelCalls(VmThreads vm, Thread[] threads) {
        String[] tasks = new File("/proc/self/task").list();
        Map<Long, Integer> waiting = new HashMap<>();
        for (String each : vm == null || tasks == null ? new String[0] : tasks) {
            int id = Integer.parseInt(each);
            if (Awaited.of(kernel.call(id)) != null && waiting.put(kernel.exactNanos(id), id) != null) {
                // two with the same time: both are unknown
                waiting.put(kernel.exactNanos(id), 0);
            }
        }
        long[] times = waiting.isEmpty() ? new long[0] : vm.processorTimes(threads);
        for (int i = 0; i < times.length; i++) {
            int id = times[i] < 0 ? 0 : waiting.getOrDefault(times[i], 0);
            if (id != 0) {
                ids.put(threads[i], id);
            }
        }
    }

    /** What the kernel says of that thread's call; empty if it says nothing, or the thread is in none. */
    String of(Thread thread) {
        int known = Carriers.kernelId(thread);
        int id = known != 0 ? known : ids.getOrDefault(thread, 0);
        return id == 0 ? "" : kernel.call(id);
    }

    /**
     * The descriptor for which that thread waits, and has waited since {@link #of} said this; null if there is none, or
     * the stack that was looked at meanwhile is not that of a native method.
     */
    Awaited since(String before, Thread thread, StackTraceElement[] trace) {
        boolean isNative = trace.length > 0 && trace[0].isNativeMethod();
        return isNative && !before.isEmpty() && of(thread).equals(before) ? Awaited.of(before) : null;
    }
}

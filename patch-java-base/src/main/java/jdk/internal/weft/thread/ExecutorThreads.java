package jdk.internal.weft.thread;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds the threads of executors, for dumps: virtual threads are in no group, so that nobody else knows those that are
 * suspended. Keeps neither executors nor threads from being collected. Thread-safe.
 */
public final class ExecutorThreads {
    private static List<WeakReference<Set<Thread>>> known;
    private static int tidyAt = 64;

    private ExecutorThreads() {}

    /** The threads of a new executor; a set that allows concurrent use. */
    public static synchronized void add(Set<Thread> threads) {
        if (known == null) {
            known = new ArrayList<>();
        }
        if (known.size() >= tidyAt) {
            List<WeakReference<Set<Thread>>> kept = new ArrayList<>();
            for (WeakReference<Set<Thread>> each : known) {
                if (each.get() != null) {
                    kept.add(each);
                }
            }
            known = kept;
            tidyAt = Math.max(64, 2 * kept.size());
        }
        known.add(new WeakReference<>(threads));
    }

    /** The threads of all executors. A snapshot. */
    public static List<Thread> threads() {
        List<WeakReference<Set<Thread>>> executors;
        synchronized (ExecutorThreads.class) {
            executors = known == null ? List.of() : new ArrayList<>(known);
        }
        List<Thread> threads = new ArrayList<>();
        for (WeakReference<Set<Thread>> each : executors) {
            Set<Thread> live = each.get();
            if (live != null) {
                threads.addAll(live);
            }
        }
        return threads;
    }
}

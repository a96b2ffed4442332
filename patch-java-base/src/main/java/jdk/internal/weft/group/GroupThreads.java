package jdk.internal.weft.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;

/**
 * The live threads of all groups, for onlookers: no monitor of a group is entered, since a program may hold one for any
 * time, and be looked at for that. A snapshot; threads that are there all the while are among them, each once, about in
 * the order in which they have started.
 *
 * <p>Why none is missed: a thread comes from a stripe to its group's array, and never back; so the stripes are read
 * first. In an array it only moves towards the beginning, to a place that is written before the old one is; so arrays
 * are read from their ends. An array that is replaced by a longer one keeps what it had.
 */
public final class GroupThreads {
    private final List<Thread> found = new ArrayList<>();

    /** Told by their identity: threads of a program's class may be equal. */
    private final Set<Thread> known = Collections.newSetFromMap(new IdentityHashMap<>());

    private GroupThreads() {}

    /** Looks at all groups. */
    public static List<Thread> all() {
        GroupThreads threads = new GroupThreads();
        threads.addAll(SystemThread.systemGroup());
        return threads.found;
    }

    private void addAll(ThreadGroup group) {
        List<Thread> ofStripes = GroupStripes.threads(group);
        int start = found.size();
        Thread[] threads = JdkAccess.threads(group);
        for (int i = threads == null ? -1 : threads.length - 1; i >= 0; i--) {
            add((Thread) element(threads, i));
        }
        Collections.reverse(found.subList(start, found.size()));
        for (Thread each : ofStripes) {
            add(each);
        }
        ThreadGroup[] groups = JdkAccess.groups(group);
        List<ThreadGroup> inner = new ArrayList<>();
        for (int i = groups == null ? -1 : groups.length - 1; i >= 0; i--) {
            inner.add((ThreadGroup) element(groups, i));
        }
        for (int i = inner.size() - 1; i >= 0; i--) {
            if (inner.get(i) != null) {
                addAll(inner.get(i));
            }
        }
    }

    private void add(Thread thread) {
        if (thread != null && thread.isAlive() && known.add(thread)) {
            found.add(thread);
        }
    }

    private static Object element(Object[] array, int index) {
        return Unsafe.getUnsafe()
                .getReferenceAcquire(
                        array, Unsafe.ARRAY_OBJECT_BASE_OFFSET + (long) index * Unsafe.ARRAY_OBJECT_INDEX_SCALE);
    }
}

package jdk.internal.weft.group;

import jdk.internal.weft.JdkAccess;

/**
 * The threads of a group, in an array: what {@code ThreadGroup} does with it, at a cost that does not grow with their
 * number. The caller holds the group's monitor.
 */
public final class Members {
    /** Groups of up to so many threads stay in the order in which these were started, as the JDK's do. */
    private static final int ORDERED = 32;

    private Members() {}

    /** Puts a thread to that place, which is free. */
    public static void add(Thread[] threads, int index, Thread thread) {
        threads[index] = thread;
        JdkAccess.groupIndex(thread, index);
    }

    /** Removes a thread, if it is there. Returns the number of those that are left. */
    public static int remove(Thread[] threads, int count, Thread thread) {
        int index = find(threads, count, thread);
        if (index < 0) {
            return count;
        }
        int last = count - 1;
        if (count <= ORDERED) {
            System.arraycopy(threads, index + 1, threads, index, last - index);
        } else if (index < last) {
            add(threads, index, threads[last]);
        }
        threads[last] = null;
        return last;
    }

    /** The place that the thread knows is where it was put; others in front may have gone since. */
    private static int find(Thread[] threads, int count, Thread thread) {
        if (threads == null) {
            return -1;
        }
        int index = Math.min(JdkAccess.groupIndex(thread), count - 1);
        while (index >= 0 && threads[index] != thread) {
            index--;
        }
        return index;
    }
}

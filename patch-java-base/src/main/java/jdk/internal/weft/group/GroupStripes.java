package jdk.internal.weft.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdk.internal.vm.annotation.Contended;
import jdk.internal.vm.annotation.ReservedStackAccess;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SpinLock;

/**
 * Threads of a large group, apart from its array: some for each carrier, so that carriers that start and end fibers all
 * the time do not wait for each other at the group's monitor.
 *
 * <p>Whoever else wants to know of the group's threads enters its monitor, and there calls {@link #gather}, which puts
 * all of them into the group's array and closes the stripes: from then on threads come to the array, until it is large
 * once more. So each method of {@code ThreadGroup} but the four that matter here finds the group as the JDK has it.
 * Onlookers ({@link GroupThreads}) enter no monitor, and read the stripes as they are.
 *
 * <p>Stripes are opened and closed in the group's monitor. While they are open, there is at least one thread in the
 * array, since others take the place of the last one there: so what is to happen when a group has no threads any more
 * (waiting threads are notified, a daemon group is destroyed) happens where the JDK does it. A thread goes from a
 * stripe to the array, and never back; where it is, its group index tells: that of a thread in a stripe is negative.
 *
 * <p>The class stays whole, since its order of locks (the group's monitor, then a stripe's) is to be read in one place.
 */
public final class GroupStripes {
    /** From so many threads in the array on. */
    private static final int LARGE = 64;

    private static final int INDEX_BITS = 26;
    private static final int MAX_INDEX = (1 << INDEX_BITS) - 1;
    private static final int CAPACITY = 64;

    private static final Thread[] NONE = {};

    private final Stripe[] stripes;

    /** Those of the group, or null; a field of the group, as those of {@code JdkAccess}. */
    private static native GroupStripes stripes(ThreadGroup group);

    /** Sets {@link #stripes(ThreadGroup)}. */
    private static native void stripes(ThreadGroup group, GroupStripes stripes);

    private GroupStripes() {
        stripes = new Stripe[Stripes.COUNT];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Stripe(~(i << INDEX_BITS));
        }
    }

    /** Its fields are guarded by its lock. */
    @Contended
    private static final class Stripe {
        final SpinLock lock = new SpinLock();

        /** The group index of its first thread; those of the others are lower. */
        final int base;

        Thread[] threads = NONE;
        int count;
        boolean isOpen;

        /** Threads made, less threads started, by those who came here for it; may be negative. */
        int unstarted;

        Stripe(int base) {
            this.base = base;
        }

        @ReservedStackAccess
        boolean addUnstarted() {
            lock.lock();
            try {
                unstarted += isOpen ? 1 : 0;
                return isOpen;
            } finally {
                lock.unlock();
            }
        }

        /** False if the stripe is closed, or full. */
        boolean add(Thread thread) {
            Thread[] larger = null;
            for (; ; ) {
                int full = tryToAdd(thread, larger);
                if (full <= 0) {
                    return full == 0;
                }
                if (full > MAX_INDEX / 2) {
                    return false;
                }
                // not under the lock: it may fail
                larger = new Thread[2 * full];
            }
        }

        /** 0 if the thread was added, -1 if the stripe is closed, else the number of places, which do not suffice. */
        @ReservedStackAccess
        private int tryToAdd(Thread thread, Thread[] larger) {
            lock.lock();
            try {
                if (!isOpen) {
                    return -1;
                }
                if (count == threads.length) {
                    if (larger == null || larger.length <= count) {
                        return Math.max(count, CAPACITY / 2);
                    }
                    System.arraycopy(threads, 0, larger, 0, count);
                    threads = larger;
                }
                put(thread, count++);
                unstarted--;
                return 0;
            } finally {
                lock.unlock();
            }
        }

        private void put(Thread thread, int index) {
            threads[index] = thread;
            JdkAccess.groupIndex(thread, base - index);
        }

        /** False if it was put into the array meanwhile. Adds to the number of those that are not started. */
        @ReservedStackAccess
        boolean remove(Thread thread, int notStarted) {
            lock.lock();
            try {
                int place = JdkAccess.groupIndex(thread);
                if (place >= 0) {
                    return false;
                }
                int last = --count;
                if (base - place != last) {
                    put(threads[last], base - place);
                }
                threads[last] = null;
                JdkAccess.groupIndex(thread, 0);
                unstarted += notStarted;
                if (last == 0 && threads.length > CAPACITY) {
                    threads = NONE;
                }
                return true;
            } finally {
                lock.unlock();
            }
        }

        @ReservedStackAccess
        void open() {
            lock.lock();
            try {
                isOpen = true;
            } finally {
                lock.unlock();
            }
        }

        /** Adds the threads. */
        void addTo(List<Thread> found) {
            Thread[] copy = NONE;
            int copied = tryToCopy(copy);
            while (copied < 0) {
                // not under the lock: it may fail
                copy = new Thread[~copied];
                copied = tryToCopy(copy);
            }
            for (int i = 0; i < copied; i++) {
                found.add(copy[i]);
            }
        }

        /** The number of threads, if there is room for them; else the complement of a number for which there is. */
        private int tryToCopy(Thread[] copy) {
            lock.lock();
            try {
                if (count > copy.length) {
                    return ~threads.length;
                }
                System.arraycopy(threads, 0, copy, 0, count);
                return count;
            } finally {
                lock.unlock();
            }
        }

        /**
         * Puts threads behind the others in the group's array, as many as fit, and closes the stripe if none is left.
         * Returns how many are.
         */
        @ReservedStackAccess
        int tryToClose(ThreadGroup group) {
            lock.lock();
            try {
                Thread[] all = JdkAccess.threads(group);
                int n = JdkAccess.nthreads(group);
                while (count > 0 && n < all.length) {
                    Members.add(all, n++, threads[--count]);
                    threads[count] = null;
                }
                JdkAccess.nthreads(group, n);
                if (count == 0) {
                    JdkAccess.nUnstartedThreads(group, JdkAccess.nUnstartedThreads(group) + unstarted);
                    unstarted = 0;
                    threads = NONE;
                    isOpen = false;
                }
                return count;
            } finally {
                lock.unlock();
            }
        }
    }

    // ------------------------------------------------------------------------------------------- without the monitor

    /** First thing in {@code ThreadGroup.addUnstarted}, which has nothing left to do if this is true. */
    public static boolean addUnstarted(ThreadGroup group) {
        Stripe stripe = own(group);
        return stripe != null && stripe.addUnstarted();
    }

    /** First thing in {@code ThreadGroup.add}, likewise. */
    public static boolean add(ThreadGroup group, Thread thread) {
        Stripe stripe = own(group);
        try {
            return stripe != null && stripe.add(thread);
        } catch (StackOverflowError e) {
            // perhaps thrown late, after all was done
            if (JdkAccess.groupIndex(thread) < 0) {
                return true;
            }
            throw e;
        }
    }

    /** First thing in {@code ThreadGroup.threadTerminated}, likewise. */
    public static boolean remove(ThreadGroup group, Thread thread) {
        return remove(group, thread, 0);
    }

    /** First thing in {@code ThreadGroup.threadStartFailed}, likewise. */
    public static boolean startFailed(ThreadGroup group, Thread thread) {
        return remove(group, thread, 1);
    }

    private static boolean remove(ThreadGroup group, Thread thread, int notStarted) {
        int place = JdkAccess.groupIndex(thread);
        return place < 0 && stripes(group).stripes[~place >>> INDEX_BITS].remove(thread, notStarted);
    }

    /** Null for a group that is not large. Racy: whether the stripe is open is known under its lock. */
    private static Stripe own(ThreadGroup group) {
        if (JdkAccess.nthreads(group) < LARGE) {
            return null;
        }
        GroupStripes all = stripes(group);
        return all == null ? null : all.stripes[Stripes.own()];
    }

    /** For an onlooker: the threads that are not in the group's array. */
    static List<Thread> threads(ThreadGroup group) {
        GroupStripes all = stripes(group);
        List<Thread> found = new ArrayList<>();
        for (Stripe stripe : all == null ? new Stripe[0] : all.stripes) {
            stripe.addTo(found);
        }
        return found;
    }

    // ------------------------------------------------------------------------------------------- in the monitor

    /** A thread comes to that place of the group's array: perhaps others need not. */
    public static void added(ThreadGroup group, int index) {
        if (index < LARGE) {
            return;
        }
        GroupStripes all = stripes(group);
        if (all == null) {
            try {
                all = new GroupStripes();
            } catch (OutOfMemoryError e) {
                // all goes on without
                return;
            }
            stripes(group, all);
        }
        for (Stripe stripe : all.stripes) {
            stripe.open();
        }
    }

    /**
     * A thread has left the group's array. If it was the last one, others take its place, as many as there is room for.
     */
    public static void removed(ThreadGroup group) {
        GroupStripes all = JdkAccess.nthreads(group) > 0 || JdkAccess.threads(group) == null ? null : stripes(group);
        if (all != null) {
            for (Stripe stripe : all.stripes) {
                stripe.tryToClose(group);
            }
        }
    }

    /** Puts all of the group's threads into its array. */
    public static void gather(ThreadGroup group) {
        GroupStripes all = stripes(group);
        if (all == null || JdkAccess.threads(group) == null) {
            return;
        }
        for (Stripe stripe : all.stripes) {
            for (int left = stripe.tryToClose(group); left > 0; left = stripe.tryToClose(group)) {
                Thread[] threads = JdkAccess.threads(group);
                JdkAccess.threads(group, Arrays.copyOf(threads, 2 * threads.length));
            }
        }
    }
}

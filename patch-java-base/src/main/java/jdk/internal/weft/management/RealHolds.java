package jdk.internal.weft.management;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.weft.CarrierContext;

/**
 * The monitors that kernel threads really hold, as the VM tells them in a dump: a carrier's are those of the frames of
 * the fiber that is mounted on it. The VM hands them to the constructor of {@code ThreadInfo}, which keeps only their
 * names; so a recipe shows the arguments to {@link #seen}. A snapshot, made when it is first asked for anything.
 */
final class RealHolds {
    /** Bits of a JVMTI thread state: the object that the VM names is a monitor, which the thread does not have. */
    private static final int OUTSIDE = 0x400 | 0x100;

    private static final int ENTERING = 0x400;

    private static final Object LOCK = new Object();

    /**
     * The snapshot that is being made, and by which kernel thread; guarded by {@link #LOCK}, and read without by
     * others.
     */
    private static volatile RealHolds making;

    private final VmThreads vm;
    private final Thread maker = Thread.currentThread();
    private final Map<Thread, Stack> stacks = new HashMap<>();
    private final Map<Thread, Object> wanted = new HashMap<>();
    private final Map<Object, Thread> holders = new IdentityHashMap<>();
    private Map<Long, Thread> mounted;

    RealHolds(VmThreads vm) {
        this.vm = vm;
    }

    /**
     * What the VM says of one kernel thread: its trace, and monitors with indexes into it, -1 for those of native code.
     */
    static final class Stack {
        final StackTraceElement[] trace;
        final Object[] monitors;
        final int[] depths;

        Stack(StackTraceElement[] trace, Object[] monitors, int[] depths) {
            this.trace = trace;
            this.monitors = monitors;
            this.depths = depths;
        }
    }

    /** The constructor of {@code ThreadInfo} was called with these. */
    static void seen(
            Thread thread, int status, Object lock, StackTraceElement[] trace, Object[] monitors, int[] depths) {
        RealHolds snapshot = making;
        if (snapshot == null || snapshot.maker != Thread.currentThread()) {
            return;
        }
        snapshot.stacks.put(thread, new Stack(trace, monitors, depths));
        if (lock != null && (status & ENTERING) != 0) {
            snapshot.wanted.put(thread, lock);
        }
        for (Object each : monitors) {
            if (each != lock || (status & OUTSIDE) == 0) {
                snapshot.holders.put(each, thread);
            }
        }
    }

    private void make() {
        if (mounted != null) {
            return;
        }
        Thread[] threads = vm.threads();
        long[] mountsBefore = mounts(threads);
        Map<Long, Thread> same = VmThreads.mountedByCarrier(threads);
        synchronized (LOCK) {
            making = this;
            try {
                vm.dump(threads);
            } finally {
                making = null;
            }
        }
        // what a carrier held is a fiber's only if that was mounted all the while
        Map<Long, Thread> mountedAfter = VmThreads.mountedByCarrier(threads);
        long[] mountsAfter = mounts(threads);
        for (int i = 0; i < threads.length; i++) {
            long id = threads[i].getId();
            if (mountsBefore[i] != mountsAfter[i] || same.get(id) != mountedAfter.get(id)) {
                same.remove(id);
            }
        }
        mounted = same;
    }

    private static long[] mounts(Thread[] threads) {
        long[] mounts = new long[threads.length];
        for (int i = 0; i < mounts.length; i++) {
            CarrierContext context = CarrierContext.of(threads[i]);
            mounts[i] = context == null ? 0 : context.mounts;
        }
        return mounts;
    }

    /** The thread that really holds the monitor, a mounted fiber instead of its carrier; null if none is known. */
    Thread owner(Object monitor) {
        make();
        Thread holder = holders.get(monitor);
        return holder == null || !CarrierContext.carries(holder) ? holder : mounted.get(holder.getId());
    }

    /** The stack of a platform thread, or null. */
    Stack of(Thread platform) {
        make();
        return stacks.get(platform);
    }

    /** What a kernel thread is to enter, as the VM has found it blocked. */
    Blockage blockage(Thread platform) {
        make();
        Object lock = wanted.get(platform);
        return lock == null ? Blockage.ofParker(platform) : Blockage.ofEntering(lock, owner(lock));
    }

    /** The stack of the carrier that has mounted the fiber, or null. */
    Stack of(Thread fiber, Thread carrier) {
        make();
        return mounted.get(carrier.getId()) == fiber ? stacks.get(carrier) : null;
    }
}

package jdk.internal.weft.management;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.weft.CarrierContext;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.Carried;

/**
 * The monitors that kernel threads really hold, as the VM tells them in a dump: a carrier's are those of the frames of
 * the fiber that is mounted on it. The VM hands them to the constructor of {@code ThreadInfo}, which keeps only their
 * names; so a recipe shows the arguments to {@link #seen}. A snapshot, made when it is first asked for anything; a
 * fiber that did not keep still meanwhile is looked at again when its stack is asked for.
 */
final class RealHolds {
    /** Bits of a JVMTI thread state: the object that the VM names is a monitor, which the thread does not have. */
    private static final int OUTSIDE = 0x400 | 0x100;

    private static final int ENTERING = 0x400;

    /** How often a fiber is looked at that does not keep still. */
    private static final int MOST_LOOKS = 8;

    private static final Object LOCK = new Object();

    /**
     * The snapshot that is being made, and by which kernel thread; guarded by {@link #LOCK}, and read without by
     * others.
     */
    private static volatile RealHolds making;

    private final VmThreads vm;
    private final Thread maker = Thread.currentThread();
    private final Map<Thread, Stack> stacks = new IdentityHashMap<>();
    private final Map<Thread, Object> wanted = new IdentityHashMap<>();
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

        /** Of a carrier: the fiber that it had all the while. */
        FiberView.Mounted mounted;

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
        if (mounted == null) {
            mounted = new HashMap<>();
            look(vm.threads());
        }
    }

    private void look(Thread[] threads) {
        Carried[] before = carried(threads);
        synchronized (LOCK) {
            making = this;
            try {
                vm.dump(threads);
            } finally {
                making = null;
            }
        }
        Carried[] after = carried(threads);
        for (int i = 0; i < threads.length; i++) {
            // what a carrier held is a fiber's only if that was mounted all the while
            if (before[i] != null && after[i] != null && before[i].isSameMount(after[i])) {
                mounted.put(JdkAccess.tid(threads[i]), before[i].fiber);
                Stack stack = stacks.get(threads[i]);
                if (stack != null) {
                    stack.mounted = new FiberView.Mounted(stack.trace, before[i], after[i]);
                }
            }
        }
    }

    private static Carried[] carried(Thread[] threads) {
        Carried[] carried = new Carried[threads.length];
        for (int i = 0; i < carried.length; i++) {
            CarrierContext context = CarrierContext.of(threads[i]);
            carried[i] = context == null || context.carrier == null ? null : new Carried(context);
        }
        return carried;
    }

    /** Looks at one carrier again. */
    private void lookAgain(Thread carrier) {
        mounted.remove(JdkAccess.tid(carrier));
        stacks.remove(carrier);
        wanted.remove(carrier);
        for (Iterator<Thread> i = holders.values().iterator(); i.hasNext(); ) {
            if (i.next() == carrier) {
                i.remove();
            }
        }
        look(new Thread[] {carrier});
    }

    /** The thread that really holds the monitor, a mounted fiber instead of its carrier; null if none is known. */
    Thread owner(Object monitor) {
        make();
        Thread holder = holders.get(monitor);
        return holder == null || !CarrierContext.carries(holder) ? holder : mounted.get(JdkAccess.tid(holder));
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

    /**
     * The stack of the carrier that has mounted the fiber, with {@link Stack#mounted} of one moment; null if the fiber
     * is not seen there, or does not keep still.
     */
    Stack of(Thread fiber, Thread carrier) {
        make();
        for (int i = 0; i < MOST_LOOKS; i++) {
            Stack stack = mounted.get(JdkAccess.tid(carrier)) == fiber ? stacks.get(carrier) : null;
            if (stack != null && stack.mounted.isOfOneMoment) {
                return stack;
            }
            CarrierContext context = CarrierContext.of(carrier);
            if (context == null || context.thread != fiber) {
                return null;
            }
            lookAgain(carrier);
        }
        return null;
    }
}

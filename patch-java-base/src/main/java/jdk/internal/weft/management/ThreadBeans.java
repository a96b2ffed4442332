package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.weft.CarrierContext;
import java.weft.Initializers;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.thread.FiberThreads;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.MendedTrace;

/**
 * {@code java.lang.management.ThreadMXBean} for fibers: woven code of {@code sun.management.ThreadImpl} passes what the
 * VM has answered, and gets what the application is to see. Snapshots; nothing is stopped meanwhile.
 *
 * <p>Fibers are threads here, with ids, states, locks and owners. How often and how long a fiber was blocked and has
 * waited is known with {@code -Dweft.accounting=on} only, else 0 and -1. Its processor time and its allocations are
 * known from its beginning on with that option, else, as its user time is, since it has first asked for its own; before
 * that they are -1.
 * What the VM knows of a carrier is said of the fiber that is mounted on it.
 *
 * <p>The class stays whole: it has a short method for each of the bean's.
 */
public final class ThreadBeans {
    /** So often a fiber is looked at whose state changes meanwhile. */
    private static final int MOST_READINGS = 16;

    /** JVMTI's state of a thread that runs, as {@code Thread.threadStatus} holds it. */
    private static final int RUNNABLE = 0x5;

    private static VmThreads vm;

    private ThreadBeans() {}

    private static synchronized VmThreads vm() {
        if (vm == null) {
            vm = new VmThreads();
        }
        return vm;
    }

    // ------------------------------------------------------------------------------------------- numbers

    /** {@code getThreadCount}: of the threads that the bean lists, hence without virtual ones. */
    public static int count(int byVm) {
        return (int) (byVm + Fibers.liveListed());
    }

    /** {@code getDaemonThreadCount}. */
    public static int daemonCount(int byVm) {
        return (int) (byVm + Fibers.liveListed() - Fibers.liveNonDaemons());
    }

    /** {@code getPeakThreadCount}: as if the peaks of fibers and of kernel threads had been at one time. */
    public static int peakCount(int byVm) {
        return (int) (byVm + Fibers.peakOfListed());
    }

    /** After {@code resetPeakThreadCount}. */
    public static void resetPeak() {
        Fibers.resetPeak();
    }

    /** {@code getTotalStartedThreadCount}. */
    public static long startedCount(long byVm) {
        return byVm + Fibers.startedListed();
    }

    /** Processor time of the thread with that id, 0 for the calling one; -1 if nobody knows that of a fiber. */
    public static long processorTime(long id, long byVm) {
        return used(id, byVm, KernelFigures.PROCESSOR);
    }

    /** What of it was spent in the program; -1 if nobody knows that of a fiber. */
    public static long userTime(long id, long byVm) {
        return used(id, byVm, KernelFigures.USER);
    }

    /** Allocated bytes of the thread with that id, 0 for the calling one; -1 if nobody knows those of a fiber. */
    public static long allocatedBytes(long id, long byVm) {
        return used(id, byVm, KernelFigures.ALLOCATED);
    }

    private static long used(long id, long byVm, int what) {
        Thread caller = CarrierContext.currentThread();
        Fiber fiber = Fibers.of(caller);
        if (isOwn(id, caller, fiber)) {
            return FiberAccounts.usedByCaller(fiber, what);
        }
        boolean isKnownToVm = id == 0 ? fiber == null : byVm != -1;
        return isKnownToVm ? byVm : FiberAccounts.used(id == 0 ? JdkAccess.tid(caller) : id, what);
    }

    /** Whether that is the calling fiber's id, or 0. On newer JDKs a virtual thread does not know what it has used. */
    private static boolean isOwn(long id, Thread caller, Fiber fiber) {
        return fiber != null && (id == 0 || id == JdkAccess.tid(caller)) && !VirtualRules.isMadeByApi(caller);
    }

    /** {@link #processorTime} of several threads, of which the VM has told those that it knows. */
    public static void processorTimes(long[] ids, long[] times) {
        fill(ids, times, KernelFigures.PROCESSOR);
    }

    /** {@link #allocatedBytes} of several threads, of which the VM has told those that it knows. */
    public static void allocatedBytes(long[] ids, long[] bytes) {
        fill(ids, bytes, KernelFigures.ALLOCATED);
    }

    private static void fill(long[] ids, long[] values, int what) {
        for (int i = 0; i < ids.length; i++) {
            values[i] = used(ids[i], values[i], what);
        }
    }

    // ------------------------------------------------------------------------------------------- threads

    /** {@code getAllThreadIds}. */
    public static Thread[] all(Thread[] byVm) {
        return FiberView.allThreads(byVm);
    }

    /** {@code findDeadlockedThreads} and, without synchronizers, {@code findMonitorDeadlockedThreads}. */
    public static Thread[] deadlocked(Thread[] byVm, boolean withSynchronizers) {
        if (Fibers.live() == 0) {
            return byVm;
        }
        Initializers.forOnlookers();
        List<Thread[]> found = Deadlocks.find(vm(), all(vm().threads()), withSynchronizers);
        return found.isEmpty() ? null : Deadlocks.together(found);
    }

    /**
     * {@code getThreadInfo}.
     *
     * @param ids of the threads
     * @param maxDepth most elements of a stack trace; -1 for all
     * @param infos what the VM has found; null for fibers, which is replaced
     */
    public static void fill(long[] ids, int maxDepth, Object[] infos) {
        Initializers.forOnlookers();
        Thread[] platform = null;
        Map<Long, Thread> fibers = null;
        RealHolds holds = new RealHolds(vm());
        for (int i = 0; i < ids.length; i++) {
            if (platform == null) {
                platform = vm().threads();
                fibers = fibersById(all(platform));
            }
            Thread fiber = fibers.get(ids[i]);
            if (infos[i] != null) {
                correct(infos[i], maxDepth, platform);
            } else if (fiber != null) {
                infos[i] = info(fiber, maxDepth, false, null, platform, holds);
            }
        }
    }

    /**
     * {@code dumpAllThreads} and the forms of {@code getThreadInfo} that show what threads have locked.
     *
     * @param ids of the threads; null for all
     * @param monitors whether to show monitors
     * @param synchronizers whether to show ownable synchronizers
     * @param maxDepth most elements of a stack trace
     * @return the VM's array, completed, or a longer one
     */
    public static Object[] dump(long[] ids, boolean monitors, boolean synchronizers, int maxDepth, Object[] byVm) {
        Initializers.forOnlookers();
        Thread[] platform = vm().threads();
        Thread[] all = all(platform);
        Map<Long, Thread> fibers = fibersById(all);
        List<Object> infos = new ArrayList<>(Arrays.asList(byVm));
        OwnedSynchronizers owned = synchronizers ? new OwnedSynchronizers() : null;
        if (synchronizers) {
            owned.noteAll(vm());
        }
        RealHolds holds = new RealHolds(vm());
        for (int i = 0; i < byVm.length; i++) {
            Thread fiber = ids == null ? null : fibers.get(ids[i]);
            if (byVm[i] != null) {
                correct(byVm[i], maxDepth, platform);
            } else if (fiber != null) {
                infos.set(i, info(fiber, maxDepth, monitors, owned, platform, holds));
            }
        }
        for (int i = 0; ids == null && i < all.length; i++) {
            Object info = Fibers.of(all[i]) == null ? null : info(all[i], maxDepth, monitors, owned, platform, holds);
            if (info != null) {
                infos.add(info);
            }
        }
        return infos.toArray(vm().array(0));
    }

    /** The depth to ask the VM for, so that enough is left without the runtime's own frames. */
    public static int depthForVm(int maxDepth) {
        return maxDepth == 0 ? 0 : Integer.MAX_VALUE;
    }

    private static Map<Long, Thread> fibersById(Thread[] all) {
        Map<Long, Thread> byId = new HashMap<>();
        for (Thread each : all) {
            if (Fibers.of(each) != null) {
                byId.put(JdkAccess.tid(each), each);
            }
        }
        return byId;
    }

    /** The fiber's {@code ThreadInfo}, with synchronizers if {@code owned} knows them; null if it has ended by now. */
    private static Object info(
            Thread thread,
            int maxDepth,
            boolean monitors,
            OwnedSynchronizers owned,
            Thread[] platform,
            RealHolds holds) {
        Fiber fiber = Fibers.of(thread);
        Thread carrier = fiber.carrier();
        RealHolds.Stack stack = monitors && carrier != null ? holds.of(thread, carrier) : null;
        MendedTrace mended = stack != null ? FiberView.running(stack.mounted) : stack(fiber, monitors || maxDepth != 0);
        if (mended == null) {
            return null;
        }
        StackTraceElement[] trace = mended.trace;
        HeldMonitors held = stack != null
                ? HeldMonitors.ofMounted(fiber, mended, stack)
                : monitors ? HeldMonitors.of(fiber, mended) : HeldMonitors.NONE;
        int status = status(thread);
        Blockage blockage = blockage(thread, fiber, status, holds);
        for (int i = 0; i < MOST_READINGS && (status != status(thread) || isOver(status, blockage)); i++) {
            status = status(thread);
            blockage = blockage(thread, fiber, status, holds);
        }
        if (isOver(status, blockage)) {
            status = RUNNABLE;
        }
        StackTraceElement[] shown = maxDepth < 0 || maxDepth >= trace.length ? trace : Arrays.copyOf(trace, maxDepth);
        Object[] synchronizers = owned == null ? null : owned.of(thread);
        Object info =
                vm().info(thread, status, blockage, shown, held.monitors(), held.depths(shown.length), synchronizers);
        if (carrier != null) {
            copyBlockage(carrier, info, platform);
        }
        return info;
    }

    private static int status(Thread thread) {
        return FiberView.status(JdkAccess.threadStatus(thread), thread);
    }

    /** Whether the monitor that the thread is blocked by was left meanwhile: the VM, too, says then that it runs. */
    private static boolean isOver(int status, Blockage blockage) {
        return VM.toThreadState(status) == Thread.State.BLOCKED && blockage.lock == null;
    }

    /** That of a thread in that status: who runs may have been blocked before, and will be, but is not. */
    private static Blockage blockage(Thread thread, Fiber fiber, int status, RealHolds holds) {
        if (VM.toThreadState(status) == Thread.State.RUNNABLE) {
            return Blockage.NONE;
        }
        return fiber.carrier() == null || Monitors.isToEnterAgain(thread)
                ? Blockage.ofParked(thread, fiber, holds)
                : Blockage.ofParker(thread);
    }

    /** Null if the fiber has ended by now; to read a stack takes long. */
    private static MendedTrace stack(Fiber fiber, boolean isWanted) {
        return isWanted ? FiberView.stack(fiber) : fiber.isLive() ? MendedTrace.none() : null;
    }

    /** A mounted fiber is blocked by what its carrier is blocked by, if that is a monitor, also in a wait. */
    private static void copyBlockage(Thread carrier, Object info, Thread[] platform) {
        Object ofCarrier = vm().infos(new Thread[] {carrier})[0];
        if (ofCarrier == null) {
            return;
        }
        correct(ofCarrier, platform, carrier);
        if (vm().get(ofCarrier, "threadState") == Thread.State.BLOCKED || vm().get(ofCarrier, "lock") != null) {
            for (String field : new String[] {"threadState", "lock", "lockName", "lockOwnerId", "lockOwnerName"}) {
                vm().set(info, field, vm().get(ofCarrier, field));
            }
        }
    }

    private static void correct(Object info, int maxDepth, Thread[] platform) {
        StackTraceElement[] trace = (StackTraceElement[]) vm().get(info, "stackTrace");
        vm().setTrace(info, FiberView.ofPlatform(trace), maxDepth);
        long id = (Long) vm().get(info, "threadId");
        for (Thread each : platform) {
            if (each.getId() == id) {
                correct(info, platform, each);
            }
        }
    }

    /** What the VM says of a platform thread: an owner that is a carrier is its fiber, and a check is no wait. */
    private static void correct(Object info, Thread[] platform, Thread thread) {
        Blockage waiter = Blockage.ofMonitorWaiter(thread);
        if (waiter != null && waiter.owner != null) {
            vm().set(info, "threadState", Thread.State.BLOCKED);
            setOwner(info, waiter.owner);
            return;
        }
        if (CarrierContext.carries(thread)) {
            // a carrier: its fiber has them
            vm().set(info, "lockedMonitors", Arrays.copyOf((Object[]) vm().get(info, "lockedMonitors"), 0));
        }
        if (thread == FiberThreads.anchorThread()) {
            // to the VM they are all its own
            vm().set(info, "lockedSynchronizers", Arrays.copyOf((Object[]) vm().get(info, "lockedSynchronizers"), 0));
        }
        long ownerId = (Long) vm().get(info, "lockOwnerId");
        for (Thread each : platform) {
            if (each.getId() == ownerId && CarrierContext.carries(each)) {
                setOwner(info, CarrierContext.of(each).thread);
            }
        }
    }

    /** Null if a carrier had the monitor, and has no fiber by now. */
    private static void setOwner(Object info, Thread owner) {
        vm().set(info, "lockOwnerId", owner == null ? -1 : owner.getId());
        vm().set(info, "lockOwnerName", owner == null ? null : owner.getName());
    }

    /** The constructor of {@code ThreadInfo} that the VM calls in dumps, with its own arguments. */
    public static void made(
            Thread thread,
            int status,
            Object lock,
            StackTraceElement[] trace,
            Object[] monitors,
            int[] depths,
            Object[] synchronizers) {
        RealHolds.seen(thread, status, lock, trace, monitors, depths);
        OwnedSynchronizers.seen(synchronizers);
    }
}

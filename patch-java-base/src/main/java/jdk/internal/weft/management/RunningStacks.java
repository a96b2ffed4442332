package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.weft.CarrierContext;
import java.weft.SuspensionPoint;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.Carried;
import jdk.internal.weft.trace.ParkedFrames;
import jdk.internal.weft.trace.StackTops;
import jdk.internal.weft.trace.Traces;

/**
 * The stacks of kernel threads, all at one moment, with the parked frames of the fibers that they carry. The VM tells
 * the running frames; the parked ones are read before and after that. If the fiber has left in between, or has resumed
 * one of them, {@link ParkedCallers} may know what belongs to the outermost running frame.
 *
 * <p>Of a deep stack only the innermost frames are read, where the program has java.management: HotSpot 17 takes 5 KB
 * of native memory for each frame while it reads them, and stops all threads meanwhile.
 */
final class RunningStacks {
    /** Stands for the callers of a fiber that could not be found out. */
    static final String UNKNOWN = "[callers unknown]";

    /** Stands for a carrier that has no fiber. */
    static final String SCHEDULER = "[scheduler]";

    /** Most frames of the VM's that are read of each stack. */
    static final int MOST_FRAMES = StackTops.MOST;

    private final VmThreads vm = VmThreads.load();
    private final boolean withLines;
    private final ParkedCallers callers = new ParkedCallers();
    private final Set<Thread> mounted = Collections.newSetFromMap(new IdentityHashMap<>());
    private Thread[] threads;
    private Carried[] before;
    private Carried[] after;
    private StackTraceElement[][] raw;

    /** The kernel threads' at the moment of the traces; null if they are not known. */
    private Thread.State[] states;

    /**
     * Nothing is looked at yet.
     *
     * @param withLines whether a colon and the line stand behind a method; the line is negative if there is none
     */
    RunningStacks(boolean withLines) {
        this.withLines = withLines;
    }

    /** Looks at these. */
    void look(Thread[] at) {
        threads = at;
        before = carried();
        readTraces();
        after = carried();
        mounted.clear();
        for (int i = 0; i < at.length; i++) {
            if (before[i] != null && hasFiber(i)) {
                mounted.add(before[i].fiber);
                mounted.add(after[i].fiber);
            }
        }
    }

    private void readTraces() {
        if (vm == null) {
            raw = threads.length == 0 ? new StackTraceElement[0][] : JdkAccess.dumpThreads(threads[0], threads);
            return;
        }
        Object[] infos = vm.traced(threads, MOST_FRAMES);
        raw = new StackTraceElement[infos.length][];
        states = new Thread.State[infos.length];
        for (int i = 0; i < infos.length; i++) {
            if (infos[i] != null) {
                raw[i] = (StackTraceElement[]) vm.get(infos[i], "stackTrace");
                states[i] = (Thread.State) vm.get(infos[i], "threadState");
            }
        }
    }

    private Carried[] carried() {
        Carried[] carried = new Carried[threads.length];
        for (int i = 0; i < carried.length; i++) {
            carried[i] = CarrierContext.isCarrier(threads[i]) ? new Carried(CarrierContext.of(threads[i])) : null;
        }
        return carried;
    }

    /** The VM's trace; null or empty if the thread has ended. */
    StackTraceElement[] raw(int i) {
        return raw[i];
    }

    /** Whether the thread was a carrier that had a fiber. */
    boolean hasFiber(int i) {
        return raw[i] != null && before[i] != null && (runsFiber(raw[i]) || isCut(i) && before[i].fiber != null);
    }

    /** False where the trampoline itself works, as it does when a fiber has just suspended. */
    private static boolean runsFiber(StackTraceElement[] trace) {
        for (int i = trampoline(trace) - 1; i >= 0; i--) {
            String type = trace[i].getClassName();
            boolean isOwnWork = SuspensionPoint.isRuntime(type) || isAskedByRuntime(type);
            if (!isOwnWork || type.equals("java.weft.Frame") || type.equals("jdk.internal.weft.fiber.FiberEntry")) {
                return true;
            }
        }
        return false;
    }

    /** Whether the trampoline's own work may call it: with accounting, the clock of the VM by method handle. */
    private static boolean isAskedByRuntime(String type) {
        return type.equals("jdk.internal.misc.Unsafe")
                || type.equals("sun.management.ThreadImpl")
                || type.startsWith("java.lang.invoke.");
    }

    /** Whether the stack has more frames than were read. */
    private boolean isCut(int i) {
        return vm != null && raw[i].length == MOST_FRAMES;
    }

    /** The one that it had; null if it has changed fibers meanwhile. */
    Thread fiber(int i) {
        return hasFiber(i) ? before[i].between(after[i]) : null;
    }

    /** Whether the thread was a carrier that had none. */
    boolean isIdle(int i) {
        return raw[i] != null && before[i] != null && !hasFiber(i);
    }

    /**
     * The state of the kernel thread at the moment of its trace: what it does a little later would hide what is done in
     * front of a wait.
     */
    Thread.State state(int i) {
        Thread.State seen = states == null ? null : states[i];
        boolean isKnown = seen == Thread.State.RUNNABLE || seen == Thread.State.BLOCKED;
        Thread.State later = isKnown ? null : Profile.state(threads[i]);
        // who waits in front of a monitor that a suspended fiber has is blocked
        return seen == null || later == Thread.State.BLOCKED ? later : seen;
    }

    /** Of one that has a fiber: its state. */
    Thread.State stateOfFiber(int i) {
        for (StackTraceElement each : raw[i]) {
            if (each.getMethodName().equals("blockPinned")
                    && each.getClassName().equals("jdk.internal.weft.fiber.Fiber")) {
                return Thread.State.WAITING;
            }
        }
        return state(i) == Thread.State.BLOCKED ? Thread.State.BLOCKED : Thread.State.RUNNABLE;
    }

    /** Whether the fiber is one of those that were seen on their carriers. */
    boolean isMounted(Thread fiber) {
        return mounted.contains(fiber);
    }

    /** The stack from the innermost frame to the outermost one, and the state behind it, unless that is null. */
    List<String> names(int i, String state) {
        if (before[i] == null) {
            return names(FiberView.withoutRuntime(raw[i]), isCut(i), state);
        } else if (isIdle(i)) {
            return new ArrayList<>(List.of(SCHEDULER));
        }
        SuspensionPoint[] points = isCut(i) ? null : points(raw[i], before[i], after[i]);
        return names(
                FiberView.running(raw[i], points == null ? new SuspensionPoint[0] : points), points == null, state);
    }

    /** Names of methods with their classes'. */
    List<String> names(StackTraceElement[] trace, boolean isCut, String state) {
        List<String> names = new ArrayList<>(trace.length + 2);
        for (StackTraceElement each : trace) {
            String name = each.getClassName() + '.' + each.getMethodName();
            names.add(withLines ? name + ':' + each.getLineNumber() : name);
        }
        if (isCut) {
            names.add(UNKNOWN);
        }
        if (state != null) {
            names.add(state);
        }
        return names;
    }

    private static int trampoline(StackTraceElement[] trace) {
        for (int i = trace.length - 1; i >= 0; i--) {
            if (ParkedFrames.isTrampoline(trace[i].getClassName(), trace[i].getMethodName())) {
                return i;
            }
        }
        return -1;
    }

    /** The places of the parked frames; null if they are not to be found out. */
    private SuspensionPoint[] points(StackTraceElement[] trace, Carried before, Carried after) {
        int segments = 1;
        String resumer = null;
        boolean isComplete = false;
        int trampoline = trampoline(trace);
        for (int i = 0; i < trampoline; i++) {
            String type = trace[i].getClassName();
            segments += ParkedFrames.isInnerTrampoline(type, trace[i].getMethodName()) ? 1 : 0;
            isComplete |= type.equals("jdk.internal.weft.fiber.FiberEntry");
            resumer = Traces.isResumer(type) ? type : resumer;
        }
        if (isComplete && segments == 1) {
            return new SuspensionPoint[0];
        } else if (before.isSame(after)) {
            SuspensionPoint[] points = ParkedCallers.points(before.segments);
            if (segments == 1 && resumer != null) {
                callers.learn(resumer, points);
            }
            return points;
        } else if (segments > 1 || resumer == null) {
            return null;
        }
        return callers.of(resumer, before.segments[before.segments.length - 1], before.isLastResumption(after));
    }
}

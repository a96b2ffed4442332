package jdk.internal.weft.thread;

import java.util.ArrayList;
import java.util.List;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import java.weft.blocking.Contention;
import java.weft.blocking.Joining;
import java.weft.blocking.MonitorWait;
import java.weft.blocking.Removing;
import java.weft.blocking.Sleep;
import jdk.internal.misc.Unsafe;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.SystemThread;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.trace.BlockingFrames;
import jdk.internal.weft.trace.Carried;
import jdk.internal.weft.trace.MendedTrace;
import jdk.internal.weft.trace.Traces;

/**
 * Fibers as others see them: state, stack trace, list of all threads. Everything here is a snapshot; a heap frame that
 * is once linked is never written again, so that the frames of a parked fiber can be read while it is being resumed.
 */
public final class FiberView {
    /** JVMTI thread states (GetThreadState), as {@code Thread.threadStatus} holds them. */
    private static final int ALIVE = 0x1;

    private static final int RUNNABLE = 0x5;
    private static final int IN_OBJECT_WAIT = 0x100;
    private static final int WAITING = ALIVE | 0x10;
    private static final int TIMED_WAITING = ALIVE | 0x20;
    private static final int BLOCKED = ALIVE | 0x400;

    /** Frames above a contended monitor entry that are the runtime's own. */
    private static final int OWN_FRAMES = 6;

    /** A fiber whose state has changed during each of so many readings is one that runs. */
    private static final int MOST_READINGS = 64;

    /** What has begun has frames at all times, but now and then none of them is found. */
    private static final int MOST_WITHOUT_FRAMES = 4096;

    /** So many readings follow each other at once. */
    private static final int SPINS = 16;

    private FiberView() {}

    /** What {@code Thread.getState} takes for the thread's status, in place of the field's value. */
    public static int status(int field, Thread thread) {
        Fiber fiber = Fibers.of(thread);
        if (fiber == null) {
            return (field & IN_OBJECT_WAIT) != 0 && Monitors.checkedBy(thread) != null ? BLOCKED : field;
        }
        if (field != RUNNABLE) {
            // it is decided by the field, which says that the thread has ended before the fiber quite has
            return field;
        }
        return status(fiber);
    }

    /**
     * What a wait looks like is told by fields that its end clears, so it counts only if the state is the same before
     * and after. A reader that has lost its processor meanwhile may have missed a whole wait: two readings must agree.
     */
    private static int status(Fiber fiber) {
        int last = -1;
        for (int i = 0; i < MOST_READINGS; i++) {
            int state = fiber.stateAndInput();
            int seen = status(fiber, state);
            if (fiber.stateAndInput() != state) {
                last = -1;
            } else if (seen == last) {
                return seen;
            } else {
                last = seen;
            }
        }
        return RUNNABLE;
    }

    private static int status(Fiber fiber, int state) {
        if (Monitors.isToEnterAgain(fiber.thread())) {
            return BLOCKED;
        }
        switch (state) {
            case Fiber.PARKED:
                return parkedStatus(fiber);
            case Fiber.PINNED:
                return waitingStatus(fiber);
            case Fiber.RUNNABLE:
                // the carrier may be blocked on the fiber's behalf, for instance by a monitor that is really held
                Thread carrier = fiber.carrier();
                if (carrier == null) {
                    return queuedStatus(fiber);
                }
                int ofCarrier = status(JdkAccess.threadStatus(carrier), carrier);
                // one that has let the fiber go is idle, which looks like a wait
                return fiber.carrier() == carrier ? ofCarrier : RUNNABLE;
            default:
                return RUNNABLE;
        }
    }

    /** What waits for a monitor is BLOCKED, and for I/O, which the JDK does in native code, RUNNABLE. */
    private static int parkedStatus(Fiber fiber) {
        int n = 0;
        for (Frame f = fiber.frames(); f != null && n < OWN_FRAMES; f = f.next, n++) {
            if (f.at.host == Contention.class) {
                return BLOCKED;
            } else if (f.at.host == MonitorWait.class) {
                break;
            } else if (isOfNativeWait(f.at.host.getName())) {
                return RUNNABLE;
            }
        }
        return waitingStatus(fiber);
    }

    /** Whose turn it is to enter a monitor has yet to do so. */
    private static int queuedStatus(Fiber fiber) {
        return parkedStatus(fiber) == BLOCKED ? BLOCKED : RUNNABLE;
    }

    private static int waitingStatus(Fiber fiber) {
        return fiber.isTimed() ? TIMED_WAITING : WAITING;
    }

    private static boolean isOfNativeWait(String host) {
        return host.startsWith("sun.nio.ch.Weft") || host.equals("java.weft.blocking.BlockingPool");
    }

    /** {@code Thread.dumpThreads}: the stack traces of the threads; null for one that has ended. */
    public static StackTraceElement[][] dumpThreads(Thread[] threads) {
        StackTraceElement[][] traces = new StackTraceElement[threads.length][];
        for (int i = 0; i < threads.length; i++) {
            Fiber fiber = Fibers.of(threads[i]);
            traces[i] = fiber == null ? ofPlatform(threads[i]) : ofFiber(fiber);
        }
        return traces;
    }

    private static StackTraceElement[] ofFiber(Fiber fiber) {
        MendedTrace stack = stack(fiber);
        return stack == null ? null : stack.trace;
    }

    private static StackTraceElement[] ofPlatform(Thread thread) {
        return ofPlatform(Traces.raw(thread));
    }

    /**
     * The same of a platform thread's trace as the VM has it, which may be null: a carrier has its own frames, as the
     * fiber has the others.
     */
    public static StackTraceElement[] ofPlatform(StackTraceElement[] byVm) {
        return byVm == null ? null : withoutRuntime(Traces.belowFiber(byVm));
    }

    /**
     * The trace of a platform thread as on the plain JDK; the argument, which may be null, if nothing is to be mended.
     */
    public static StackTraceElement[] withoutRuntime(StackTraceElement[] trace) {
        return trace == null ? null : Traces.withoutRuntime(trace);
    }

    /**
     * The fiber's stack at one moment; null if it is not live. Of one that does not keep still for any of many looks,
     * it is that of its last wait, or the callers are missing.
     */
    public static MendedTrace stack(Fiber fiber) {
        MendedTrace cut = null;
        Frame parkedLast = null;
        // one that has not begun is mounted nowhere
        boolean isSeen = false;
        for (int i = 0; i < (isSeen && cut == null && parkedLast == null ? MOST_WITHOUT_FRAMES : MOST_READINGS); i++) {
            if (!fiber.isLive()) {
                return null;
            }
            Thread carrier = fiber.carrier();
            isSeen |= carrier != null;
            Mounted mounted = carrier == null ? null : mounted(fiber, carrier);
            Frame top = fiber.frames();
            parkedLast = top == null ? parkedLast : top;
            if (carrier == null && top != null) {
                MendedTrace found = parked(top);
                if (isStill(fiber, top)) {
                    return found;
                }
            } else if (mounted != null) {
                MendedTrace found = running(mounted);
                boolean hasFrames = found.trace.length > 0;
                if (hasFrames && mounted.isOfOneMoment) {
                    return found;
                }
                cut = hasFrames ? found : cut;
            }
            // between two frames, or between a carrier and the queue, where it may have lost the processor
            if (isSeen && i >= SPINS) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
        return cut == null || parkedLast != null ? parked(parkedLast) : cut;
    }

    /** Whether these are still its frames, and none has run; else it may have linked them anew meanwhile. */
    public static boolean isStill(Fiber fiber, Frame top) {
        return fiber.carrier() == null && fiber.frames() == top;
    }

    /** What a carrier was found to run for a fiber, and which frames are parked below. */
    public static final class Mounted {
        /** The trace of the carrier. */
        public final StackTraceElement[] ofCarrier;

        /** Whether the parked frames are those below the running ones; else none are known. */
        public final boolean isOfOneMoment;

        private final Frame[] below;

        /** A trace of a carrier, and what it had before and after. */
        public Mounted(StackTraceElement[] ofCarrier, Carried before, Carried after) {
            this.ofCarrier = ofCarrier;
            isOfOneMoment = before.isSame(after);
            below = isOfOneMoment ? before.segments : new Frame[0];
        }
    }

    /** Asks the VM for the carrier's trace; null if the fiber is not mounted there. */
    public static Mounted mounted(Fiber fiber, Thread carrier) {
        CarrierContext context = CarrierContext.of(carrier);
        if (context == null) {
            return null;
        }
        Carried before = new Carried(context);
        StackTraceElement[] trace = Traces.raw(carrier);
        Carried after = new Carried(context);
        return trace == null || before.fiber != fiber.thread() || !before.isSameMount(after)
                ? null
                : new Mounted(trace, before, after);
    }

    /** The fiber's trace. */
    public static MendedTrace running(Mounted mounted) {
        return Traces.mendRunning(mounted.ofCarrier, mounted.below);
    }

    /** The same, if these are the places of the parked frames below the running ones, with null behind each segment. */
    public static StackTraceElement[] running(StackTraceElement[] ofCarrier, SuspensionPoint[] points) {
        return Traces.mendRunning(ofCarrier, points);
    }

    /** Whether what the fiber waits for, if it is not mounted, is a carrier. A snapshot. */
    public static boolean isReady(Fiber fiber) {
        return fiber.state() == Fiber.RUNNABLE;
    }

    /** The trace of a fiber that is not mounted, of which these are the frames. */
    public static MendedTrace parked(Frame first) {
        ArrayList<StackTraceElement> trace = new ArrayList<>();
        ArrayList<Frame> frames = new ArrayList<>();
        ArrayList<Integer> places = new ArrayList<>();
        if (first != null && first.at.host.getName().equals("java.util.concurrent.locks.LockSupport")) {
            trace.add(Traces.element(Unsafe.class, "park", "Unsafe.java", -2));
        }
        // only once: the fiber may link its frames anew meanwhile
        for (Frame f = first; f != null; f = f.next) {
            int before = trace.size();
            boolean isBlocking = addBlocking(f, trace);
            if (!isBlocking) {
                Traces.addSite(f.at, true, trace);
            }
            frames.add(f);
            places.add(!isBlocking && trace.size() > before ? before : -1);
        }
        for (StackTraceElement each : trace) {
            // as the VM leaves them in such a dump: with loader and version in full
            JdkAccess.format(each, (byte) 0);
        }
        int[] indexes = new int[places.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = places.get(i);
        }
        return new MendedTrace(
                trace.toArray(new StackTraceElement[0]), new int[0], frames.toArray(new Frame[0]), indexes);
    }

    /** Adds what the JDK has on its stack where the runtime blocks; false if the frame is another one. */
    private static boolean addBlocking(Frame f, ArrayList<StackTraceElement> trace) {
        Class<?> host = f.at.host;
        if (host == Sleep.class) {
            replace(trace, BlockingFrames.sleep());
        } else if (host == MonitorWait.class) {
            BlockingFrames.addParkedWait(f.at, trace);
        } else if (host == Joining.class) {
            replace(trace, BlockingFrames.await());
            trace.add(BlockingFrames.join());
        } else if (host == Removing.class) {
            BlockingFrames.addParkedRemoval(f.at, trace);
        } else if (host == Contention.class) {
            trace.clear();
        } else {
            return false;
        }
        return true;
    }

    /** What stands above is how the runtime does it; the JDK does it in native code. */
    private static void replace(ArrayList<StackTraceElement> trace, StackTraceElement element) {
        trace.clear();
        trace.add(element);
    }

    /** Whether the park that the fiber is in ends by itself. A snapshot. */
    public static boolean isTimed(Fiber fiber) {
        return fiber.isTimed();
    }

    /** The live threads that the VM knows, carriers among them. A snapshot. */
    public static Thread[] platformThreads() {
        return JdkAccess.getThreads(Thread.currentThread());
    }

    /** The threads of {@code Thread.getAllStackTraces}: without those of the runtime, like those of the VM itself. */
    public static Thread[] programThreads(Thread[] platform) {
        List<Thread> shown = new ArrayList<>();
        for (Thread each : allThreads(platform)) {
            if (!(each instanceof SystemThread)) {
                shown.add(each);
            }
        }
        return shown.toArray(new Thread[0]);
    }

    /** {@code Thread.getThreads}: all live threads, but not those that JEP 444's API has made as virtual ones. */
    public static Thread[] allThreads(Thread[] platform) {
        List<Thread> all = new ArrayList<>();
        for (Thread each : platform) {
            if (!VirtualRules.isMadeByApi(each)) {
                all.add(each);
            }
        }
        for (Thread each : GroupThreads.all()) {
            if (Fibers.of(each) != null) {
                all.add(each);
            }
        }
        return all.toArray(new Thread[0]);
    }
}

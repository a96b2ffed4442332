package jdk.internal.weft.management;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.weft.CarrierContext;
import java.weft.Frame;
import java.weft.Initializers;
import java.weft.SuspensionPoint;
import jdk.internal.misc.VM;
import jdk.internal.weft.JdkAccess;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.thread.ExecutorThreads;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.thread.NewThread;
import jdk.internal.weft.trace.FrameValues;
import jdk.internal.weft.trace.MendedTrace;
import jdk.internal.weft.trace.Traces;
import sun.nio.ch.WeftAwaited;

/**
 * Writes all threads, while the program runs on, as records that {@code weft dump} reads. What is the same for many
 * fibers is written once, so that neither side keeps more than a few thousand stacks, or one that is very deep. A
 * snapshot, of one thread after the other; that of a fiber that is not mounted is consistent.
 *
 * <pre>
 * H version, processId, runtimeVersion, live    first
 * S number, n, n elements                       a stack
 * C                                             stacks are numbered from 0 again
 * T id, name, group, kind, isDaemon, state, seconds or -1, isTimed, carrier, its id, waits, lock, ownerId, ownerName,
 *   pinnedBy, descriptor or -1, awaits R, W, B, S or L, stack, n, n times (depth, monitor), m, m synchronizers
 *                                               a thread
 * D n, n ids                                    a deadlock: each of these waits for the next one
 * E unlisted                                    last
 * X message                                     last, in place of the rest: what went wrong
 * </pre>
 *
 * <p>The class stays whole because all of it is the form of that one stream.
 */
public final class ThreadDump {
    /** Told to the reader, which is of another build perhaps. */
    public static final int VERSION = 5;

    private static final int MAX_STACKS = 4096;

    /** Of all these stacks together. */
    private static final int MAX_ELEMENTS = 1 << 17;

    private static final int MAX_TEXT = 16_000;

    /** How often a fiber is looked at that does not keep still. */
    private static final int MOST_LOOKS = 64;

    private final DataOutputStream out;
    private final Map<Points, Stack> stacks = new HashMap<>();
    private final VmThreads vm;
    private final RealHolds holds;
    private final OwnedSynchronizers owned = new OwnedSynchronizers();
    private KernelCalls calls;
    private int numbers;
    private int elements;
    private long listed;

    private ThreadDump(DataOutputStream out, VmThreads vm) {
        this.out = out;
        this.vm = vm;
        holds = vm == null ? null : new RealHolds(vm);
    }

    /**
     * Writes the dump.
     *
     * @param withAllLocks whether to have the VM look through the heap, which stops the program meanwhile, for all
     *     ownable synchronizers that threads have
     */
    public static void write(DataOutputStream out, boolean withAllLocks) throws IOException {
        Initializers.forOnlookers();
        ThreadDump dump = new ThreadDump(out, VmThreads.load());
        if (withAllLocks && dump.vm != null) {
            // the anchor is one of them
            dump.owned.noteAll(dump.vm, FiberView.platformThreads());
        }
        dump.run();
    }

    /** Where the frames of a fiber have suspended. */
    private static final class Points {
        private final SuspensionPoint[] points;

        Points(SuspensionPoint[] points) {
            this.points = points;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(points);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Points && Arrays.equals(points, ((Points) other).points);
        }
    }

    /** A stack that was written, and where the monitors of its frames are. */
    private static final class Stack {
        private final int number;
        private final int[][] references;
        private final int[] depths;

        Stack(int number, int[][] references, int[] depths) {
            this.number = number;
            this.references = references;
            this.depths = depths;
        }
    }

    private void run() throws IOException {
        out.writeByte('H');
        out.writeInt(VERSION);
        out.writeLong(ProcessHandle.current().pid());
        text(Runtime.version().toString());
        out.writeLong(Fibers.live());
        Thread[] platform = FiberView.platformThreads();
        List<Thread> grouped = GroupThreads.all();
        owned.note(Arrays.asList(platform));
        owned.note(grouped);
        owned.note(ExecutorThreads.threads());
        List<Thread> some = new ArrayList<>(Arrays.asList(platform));
        calls = new KernelCalls(vm, platform);
        for (Thread each : platform) {
            if (Fibers.of(each) == null) {
                platform(each);
            }
        }
        List<Thread> blocked = new ArrayList<>();
        for (Thread each : grouped) {
            if (Fibers.of(each) != null && fiber(each)) {
                blocked.add(each);
            }
        }
        for (Thread each : ExecutorThreads.threads()) {
            if (VirtualRules.isMadeByApi(each) && fiber(each)) {
                blocked.add(each);
            }
        }
        some.addAll(blocked);
        deadlocks(some.toArray(new Thread[0]));
        out.writeByte('E');
        out.writeLong(Math.max(0, Fibers.live() - listed));
        out.flush();
    }

    private void deadlocks(Thread[] candidates) throws IOException {
        List<Thread[]> found = vm == null ? List.of() : Deadlocks.find(vm, candidates, true);
        for (Thread[] cycle : found) {
            out.writeByte('D');
            out.writeInt(cycle.length);
            for (Thread each : cycle) {
                out.writeLong(JdkAccess.tid(each));
            }
        }
    }

    // ------------------------------------------------------------------------------------------- threads

    private void platform(Thread thread) throws IOException {
        String call = calls.of(thread);
        // the stack of a carrier that has a fiber is the fiber's
        StackTraceElement[] trace = CarrierContext.isCarrier(thread) && CarrierContext.of(thread).thread != null
                ? new StackTraceElement[0]
                : FiberView.dumpThreads(new Thread[] {thread})[0];
        if (trace == null || trace.length == 0 && !thread.isAlive()) {
            return;
        }
        Blockage blockage = Blockage.ofMonitorWaiter(thread);
        if (blockage == null) {
            blockage = vm == null ? Blockage.ofParker(thread) : ofVm(thread);
        }
        RealHolds.Stack held = CarrierContext.carries(thread) || holds == null ? null : holds.of(thread);
        int stack = stack(trace);
        String kind = CarrierContext.isCarrier(thread) ? "carrier" : "platform";
        Thread.State state = state(thread);
        Awaited awaited = calls.since(call, thread, trace);
        begin(thread, kind, state, -1, false, null, blockage, null, awaited, stack);
        boolean isKnown = held != null && held.trace.length == trace.length;
        out.writeInt(isKnown ? held.monitors.length : 0);
        for (int i = 0; isKnown && i < held.monitors.length; i++) {
            out.writeInt(held.depths[i]);
            text(name(held.monitors[i]));
        }
        synchronizers(owned.of(thread));
    }

    private Blockage ofVm(Thread thread) {
        Object info = vm.infos(new Thread[] {thread})[0];
        if (info == null || vm.get(info, "threadState") != Thread.State.BLOCKED) {
            return Blockage.ofParker(thread);
        }
        return holds.blockage(thread);
    }

    /** True if the fiber waits for what somebody has. */
    private boolean fiber(Thread thread) throws IOException {
        Fiber fiber = Fibers.of(thread);
        if (fiber == null || !fiber.isLive()) {
            return false;
        }
        listed++;
        Frame top = null;
        Stack stack = null;
        for (int i = 0; stack == null; i++) {
            boolean isLast = i >= MOST_LOOKS - 1;
            Thread carrier = fiber.carrier();
            if (carrier != null && mounted(thread, fiber, carrier, isLast)) {
                return true;
            }
            if (carrier == null || isLast) {
                top = fiber.frames();
                stack = stack(fiber, top, isLast);
            }
        }
        Blockage blockage = holds == null ? Blockage.ofParker(thread) : Blockage.ofParked(thread, fiber, holds);
        long seconds = fiber.secondsInState();
        Thread.State state = state(thread);
        Awaited awaited = Awaited.of(WeftAwaited.of(thread, top));
        begin(
                thread,
                kind(thread),
                state,
                seconds,
                FiberView.isTimed(fiber),
                null,
                blockage,
                null,
                awaited,
                stack.number);
        monitors(thread, top, stack);
        synchronizers(owned.of(thread, top));
        return blockage.owner != null;
    }

    /** False if the fiber was not seen there at one moment; the last time, callers may be missing instead. */
    private boolean mounted(Thread thread, Fiber fiber, Thread carrier, boolean isLast) throws IOException {
        String call = calls.of(carrier);
        RealHolds.Stack held = holds == null ? null : holds.of(thread, carrier);
        FiberView.Mounted mounted = held == null ? FiberView.mounted(fiber, carrier) : held.mounted;
        if (mounted == null || !mounted.isOfOneMoment && !isLast) {
            return false;
        }
        MendedTrace mended = FiberView.running(mounted);
        if (mended.trace.length == 0 && !isLast) {
            // between two frames
            return false;
        }
        // of one that stands in front of a monitor it would be since when it has run
        Thread.State state = state(thread);
        boolean isKnown = fiber.state() != Fiber.RUNNABLE || state == Thread.State.RUNNABLE;
        long seconds = isKnown ? fiber.secondsInState() : -1;
        Blockage blockage =
                state == Thread.State.BLOCKED && holds != null ? holds.blockage(carrier) : Blockage.ofParker(thread);
        String pinnedBy = fiber.isPinned() || state == Thread.State.BLOCKED ? Traces.pinning(mounted.ofCarrier) : null;
        int stack = stack(mended.trace);
        // a carrier that waits for a pinned fiber may itself look for events
        Awaited awaited =
                fiber.isPinned() ? Awaited.of(WeftAwaited.ofPinned(thread)) : calls.since(call, carrier, mended.trace);
        begin(
                thread,
                kind(thread),
                state,
                seconds,
                FiberView.isTimed(fiber),
                carrier,
                blockage,
                pinnedBy,
                awaited,
                stack);
        HeldMonitors monitors = held == null ? HeldMonitors.NONE : HeldMonitors.ofMounted(fiber, mended, held);
        Object[] objects = monitors.monitors();
        int[] depths = monitors.depths(Integer.MAX_VALUE);
        out.writeInt(objects.length);
        for (int i = 0; i < objects.length; i++) {
            out.writeInt(depths[i]);
            text(name(objects[i]));
        }
        synchronizers(owned.of(thread, mended.parked));
        return true;
    }

    private void synchronizers(Object[] synchronizers) throws IOException {
        out.writeInt(synchronizers.length);
        for (Object each : synchronizers) {
            text(name(each));
        }
    }

    private static Thread.State state(Thread thread) {
        return VM.toThreadState(FiberView.status(JdkAccess.threadStatus(thread), thread));
    }

    private static String kind(Thread thread) {
        return VirtualRules.isMadeByApi(thread) ? "virtual" : "fiber";
    }

    private void begin(
            Thread thread,
            String kind,
            Thread.State state,
            long seconds,
            boolean isTimed,
            Thread carrier,
            Blockage blockage,
            String pinnedBy,
            Awaited awaited,
            int stack)
            throws IOException {
        out.writeByte('T');
        out.writeLong(JdkAccess.tid(thread));
        // a million names would be as much as the dump may take in all
        text(NewThread.shownName(thread));
        ThreadGroup group = thread.getThreadGroup();
        text(group == null || group.getName() == null ? "" : group.getName());
        text(kind);
        out.writeBoolean(thread.isDaemon());
        text(state.name());
        out.writeLong(seconds);
        out.writeBoolean(isTimed);
        text(carrier == null ? "" : carrier.getName());
        out.writeLong(carrier == null ? 0 : JdkAccess.tid(carrier));
        text(blockage.lock == null ? "" : blockage.kind.name());
        text(blockage.lock == null ? "" : name(blockage.lock));
        out.writeLong(blockage.owner == null ? 0 : JdkAccess.tid(blockage.owner));
        text(blockage.owner == null ? "" : NewThread.shownName(blockage.owner));
        text(pinnedBy == null ? "" : pinnedBy);
        out.writeInt(awaited == null ? -1 : awaited.descriptor);
        out.writeByte(awaited == null ? 'R' : awaited.purpose);
        out.writeInt(stack);
    }

    private void text(String text) throws IOException {
        out.writeUTF(text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
    }

    private static String name(Object object) {
        String name = object.getClass().getName() + '@' + Integer.toHexString(System.identityHashCode(object));
        return object instanceof Class ? name + " for " + ((Class<?>) object).getName() : name;
    }

    // ------------------------------------------------------------------------------------------- stacks

    private int stack(StackTraceElement[] trace) throws IOException {
        makeRoom(trace.length);
        out.writeByte('S');
        out.writeInt(numbers);
        out.writeInt(trace.length);
        for (StackTraceElement each : trace) {
            text(Traces.shown(each));
        }
        return numbers++;
    }

    private void makeRoom(int length) throws IOException {
        if (numbers >= MAX_STACKS || numbers > 0 && elements + length > MAX_ELEMENTS) {
            out.writeByte('C');
            stacks.clear();
            numbers = 0;
            elements = 0;
        }
        elements += length;
    }

    /** The stack of frames, written if it is a new one. Null if the fiber has gone on meanwhile; not the last time. */
    private Stack stack(Fiber fiber, Frame first, boolean isLast) throws IOException {
        int n = 0;
        for (Frame f = first; f != null; f = f.next) {
            n++;
        }
        SuspensionPoint[] points = new SuspensionPoint[n];
        int i = 0;
        for (Frame f = first; f != null && i < n; f = f.next) {
            points[i++] = f.at;
        }
        Points key = new Points(i == n ? points : Arrays.copyOf(points, i));
        Stack known = stacks.get(key);
        MendedTrace trace = known == null ? FiberView.parked(first) : null;
        boolean isStill = FiberView.isStill(fiber, first);
        if (!isStill && !isLast) {
            return null;
        }
        if (known == null) {
            int number = stack(trace.trace);
            known = new Stack(number, references(trace), depths(trace));
            if (isStill) {
                stacks.put(key, known);
            }
        }
        return known;
    }

    private static int[] depths(MendedTrace trace) {
        int[] depths = new int[trace.parked.length];
        for (int i = 0; i < depths.length; i++) {
            depths[i] = trace.indexOfParked(i);
        }
        return depths;
    }

    /** Which references of each frame are monitors; null for none. */
    private static int[][] references(MendedTrace trace) {
        int[][] references = new int[trace.parked.length][];
        for (int i = 0; i < references.length; i++) {
            Frame f = trace.parked[i];
            if (trace.indexOfParked(i) >= 0 && !SuspensionPoint.isRuntime(f.at.host.getName())) {
                int[] found = LoadTimeWeaving.generators().monitors(f.at.host, f.at.number);
                references[i] = found.length == 0 ? null : found;
            }
        }
        return references;
    }

    private void monitors(Thread thread, Frame first, Stack stack) throws IOException {
        List<Object> held = new ArrayList<>();
        List<Integer> depths = new ArrayList<>();
        Object left = Monitors.waitedOn(thread);
        int i = 0;
        for (Frame f = first; f != null && i < stack.references.length; f = f.next, i++) {
            int[] references = stack.references[i];
            for (int j = references == null ? -1 : references.length - 1; j >= 0; j--) {
                Object monitor = FrameValues.reference(f, references[j]);
                if (monitor != null && monitor != left) {
                    held.add(monitor);
                    depths.add(stack.depths[i]);
                }
            }
        }
        out.writeInt(held.size());
        for (int j = 0; j < held.size(); j++) {
            out.writeInt(depths.get(j));
            text(name(held.get(j)));
        }
    }
}

package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.List;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import jdk.internal.weft.agent.LoadTimeWeaving;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.monitor.Monitors;
import jdk.internal.weft.trace.FrameValues;
import jdk.internal.weft.trace.MendedTrace;

/**
 * The monitors that a fiber holds, each with its place in the stack trace: those of parked frames are in the frames,
 * those of running ones the VM knows of the carrier. A snapshot.
 */
final class HeldMonitors {
    static final HeldMonitors NONE = new HeldMonitors();

    private final List<Object> monitors = new ArrayList<>();
    private final List<Integer> depths = new ArrayList<>();

    private HeldMonitors() {}

    /**
     * Those of a fiber that is not mounted, or of which the carrier's stack is not known: its outermost parked frames'.
     */
    static HeldMonitors of(Fiber fiber, MendedTrace trace) {
        HeldMonitors held = new HeldMonitors();
        Object left = Monitors.waitedOn(fiber.thread());
        for (int i = trace.parked.length - 1; i >= 0; i--) {
            int place = trace.indexOfParked(i);
            if (place >= 0) {
                held.addParked(0, trace.parked[i], left, place);
            }
        }
        return held;
    }

    /** Those of a mounted fiber, which has the stack of its carrier. */
    static HeldMonitors ofMounted(Fiber fiber, MendedTrace mended, RealHolds.Stack stack) {
        HeldMonitors held = new HeldMonitors();
        Object left = Monitors.waitedOn(fiber.thread());
        for (int i = 0; i < stack.monitors.length; i++) {
            int depth = stack.depths[i];
            int place = depth < 0 ? -1 : mended.indexOfReal(depth);
            // a frame that is not shown is the runtime's own, which enters the program's monitors, too
            if (stack.monitors[i] != left && (place >= 0 || depth < 0)) {
                held.monitors.add(stack.monitors[i]);
                held.depths.add(place);
            }
        }
        for (int i = 0; i < mended.parked.length; i++) {
            held.addParked(held.monitors.size(), mended.parked[i], left, mended.indexOfParked(i));
        }
        return held;
    }

    private void addParked(int at, Frame f, Object left, int depth) {
        if (SuspensionPoint.isRuntime(f.at.host.getName())) {
            // it holds none; and some, such as those of reflective calls, are not generated, so that nobody could tell
            return;
        }
        for (int reference : LoadTimeWeaving.generators().monitors(f.at.host, f.at.number)) {
            Object monitor = FrameValues.reference(f, reference);
            if (monitor != left) {
                monitors.add(at, monitor);
                depths.add(at, depth);
            }
        }
    }

    Object[] monitors() {
        return monitors.toArray();
    }

    /** Indexes into the trace; -1 for a monitor of a frame that is not among its first {@code shown} elements. */
    int[] depths(int shown) {
        int[] result = new int[depths.size()];
        for (int i = 0; i < result.length; i++) {
            int depth = depths.get(i);
            result[i] = depth < 0 || depth >= shown ? -1 : depth;
        }
        return result;
    }
}

package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.List;
import java.weft.AgentHooks;
import java.weft.Frame;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.FiberView;
import jdk.internal.weft.fiber.FrameValues;
import jdk.internal.weft.fiber.ParkedFrames;
import jdk.internal.weft.monitor.Monitors;

/** The monitors that a fiber holds in its parked frames, each with its place in the stack trace; those of mounted frames
 * the VM knows of the carrier only. A snapshot. */
final class HeldMonitors {
    static final HeldMonitors NONE = new HeldMonitors();

    private final List<Object> monitors = new ArrayList<>();
    private final List<Integer> fromBottom = new ArrayList<>();
    private int length;

    private HeldMonitors() {}

    static HeldMonitors of(Fiber fiber, StackTraceElement[] trace) {
        HeldMonitors held = new HeldMonitors();
        held.length = trace.length;
        Object left = Monitors.waitedOn(fiber.thread());
        List<Frame> frames = new ArrayList<>();
        Frame[] segments = fiber.parkedFrames();
        for (Frame f = segments.length == 0 ? null : segments[segments.length - 1]; f != null; f = f.next) {
            frames.add(f);
        }
        int height = 0;
        for (int i = frames.size() - 1; i >= 0; i--) {
            Frame f = frames.get(i);
            height += FiberView.elements(f);
            if (ParkedFrames.isRuntime(f.host.getName())) {
                // it holds none; and some, such as those of reflective calls, are not generated, so that nobody could
                // tell
                continue;
            }
            for (int reference : AgentHooks.monitors.apply(f.host, f.point)) {
                Object monitor = FrameValues.reference(f, reference);
                if (monitor != left) {
                    held.monitors.add(0, monitor);
                    held.fromBottom.add(0, height);
                }
            }
        }
        return held;
    }

    Object[] monitors() {
        return monitors.toArray();
    }

    /** Indexes into the trace; -1 for a monitor of a frame that is not among its first {@code shown} elements. */
    int[] depths(int shown) {
        int[] depths = new int[monitors.size()];
        for (int i = 0; i < depths.length; i++) {
            int depth = length - fromBottom.get(i);
            depths[i] = depth < 0 || depth >= shown ? -1 : depth;
        }
        return depths;
    }
}

package dev.weft.agent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.weft.Frame;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.Preemption;
import jdk.internal.weft.group.GroupThreads;

/**
 * Finds methods that run for long in fibers which compute in turns: such a fiber has hardly ever been on the stack of a
 * carrier since the look before, and has not waited; but a method that runs for ever is to get its twin in the next
 * run, or the fiber could not be made to leave there.
 *
 * <p>A frame is on the heap from when its fiber leaves until what it has called returns. So a frame that is the same
 * one at two looks lasts, and so does what it has called. Not thread-safe; keeps no frame or thread from the collector.
 */
final class LastingFrames {
    /** Of more fibers nobody looks at each. */
    private static final int MOST_FIBERS = 10_000;

    /** At most so many fibers are known, and so many frames of each, outermost first. */
    private static final int MOST_KNOWN = 64;

    private static final int MOST_FRAMES = 64;

    private long preemptions;

    /** The frames of fibers that compute, by their identity and outermost first, by the numbers of their threads. */
    private Map<Long, int[]> known = new HashMap<>();

    /** Looks at those that wait for their turns; what lasts is told to the points. */
    void look() {
        long count = Preemption.count();
        if (count == preemptions || Fibers.live() > MOST_FIBERS) {
            return;
        }
        preemptions = count;
        Map<Long, int[]> seen = new HashMap<>();
        for (Thread each : GroupThreads.all()) {
            Fiber fiber = Fibers.of(each);
            if (fiber == null || seen.size() >= MOST_KNOWN) {
                continue;
            }
            int[] before = known.get(each.getId());
            int[] now = fiber.hasComputed() ? look(fiber, before) : before;
            if (now != null) {
                seen.put(each.getId(), now);
            }
        }
        known = seen;
    }

    /** The identities of its frames; what was known before if it runs, and its frames are not all on the heap. */
    private static int[] look(Fiber fiber, int[] before) {
        List<Frame> frames = new ArrayList<>();
        for (Frame each = fiber.frames(); each != null; each = each.next) {
            frames.add(each);
        }
        if (frames.isEmpty() || fiber.carrier() != null) {
            return before;
        }
        Collections.reverse(frames);
        int[] identities = new int[Math.min(frames.size(), MOST_FRAMES)];
        boolean lasts = before != null && before[0] == System.identityHashCode(frames.get(0));
        for (int i = 0; i < identities.length; i++) {
            Frame frame = frames.get(i);
            identities[i] = System.identityHashCode(frame);
            if (lasts && frame.at != null) {
                frame.at.lasts();
            }
            // what a frame that lasts has called lasts, what that has called may be another one
            lasts = lasts && i < before.length && before[i] == identities[i];
        }
        return identities;
    }
}

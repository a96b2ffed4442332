package dev.weft.agent;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.weft.Frame;
import java.weft.SuspensionPoint;
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
        Frame innermost = fiber.frames();
        int count = 0;
        Frame from = innermost;
        for (Frame each = innermost; each != null; each = each.next) {
            if (++count > MOST_FRAMES && from != null) {
                from = from.next;
            }
        }
        int[] identities = new int[Math.min(count, MOST_FRAMES)];
        SuspensionPoint[] points = new SuspensionPoint[identities.length];
        int place = identities.length;
        for (Frame each = from; each != null && place > 0; each = each.next) {
            place--;
            identities[place] = System.identityHashCode(each);
            points[place] = each.at;
        }
        if (place > 0 || identities.length == 0 || fiber.carrier() != null) {
            return before;
        }
        int same = before == null ? 0 : Arrays.mismatch(before, identities);
        int lasting = same < 0 ? identities.length : same == 0 ? 0 : Math.min(same + 1, identities.length);
        for (int i = 0; i < lasting; i++) {
            if (points[i] != null) {
                points[i].lasts();
            }
        }
        return identities;
    }
}

package jdk.internal.weft.management;

import java.util.EnumMap;
import java.util.Map;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.thread.ExecutorThreads;

/**
 * How many fibers are in which state. To count them is to look at each, so that it is done the less often the longer it
 * takes. Virtual threads that no executor has started are unknown, and not counted. For one thread.
 */
final class StateCounts {
    /** It rests so many times as long as it has counted. */
    private static final int REST = 20;

    private final Map<Thread.State, Long> counts = new EnumMap<>(Thread.State.class);
    private long next = System.nanoTime();

    /** The counts, which may be those of some time ago, under the names of the states. */
    Map<Thread.State, Long> counts() {
        long start = System.nanoTime();
        if (next - start <= 0) {
            count();
            long now = System.nanoTime();
            next = now + REST * (now - start);
        }
        return counts;
    }

    /** Adds them by the states' names, such as {@code timedWaiting}. */
    void addTo(Map<String, Long> values) {
        Map<Thread.State, Long> known = counts();
        values.put("runnable", known.getOrDefault(Thread.State.RUNNABLE, 0L));
        values.put("blocked", known.getOrDefault(Thread.State.BLOCKED, 0L));
        values.put("waiting", known.getOrDefault(Thread.State.WAITING, 0L));
        values.put("timedWaiting", known.getOrDefault(Thread.State.TIMED_WAITING, 0L));
    }

    private void count() {
        counts.clear();
        for (Thread each : GroupThreads.all()) {
            count(each);
        }
        for (Thread each : ExecutorThreads.threads()) {
            if (VirtualRules.isMadeByApi(each)) {
                count(each);
            }
        }
    }

    private void count(Thread thread) {
        Fiber fiber = Fibers.of(thread);
        if (fiber != null && fiber.isLive()) {
            counts.merge(Profile.state(thread), 1L, Long::sum);
        }
    }
}

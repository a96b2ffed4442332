package jdk.internal.weft.management;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.fiber.VirtualRules;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.thread.ExecutorThreads;

/**
 * How many fibers are in which state. To count them is to look at each, so that it is done the less often the longer it
 * takes, and once for all that ask. Virtual threads that no executor has started are unknown, and not counted.
 * Thread-safe.
 */
final class StateCounts {
    /** It rests so many times as long as it has counted: nobody is to notice it. */
    private static final int REST = 50;

    /** Null until somebody has asked; not changed any more. */
    private static Map<Thread.State, long[]> counts;

    private static long next;

    private StateCounts() {}

    /** The counts, which may be those of some time ago, each in an array of its own. */
    private static synchronized Map<Thread.State, long[]> counts() {
        long start = System.nanoTime();
        if (counts == null || next - start <= 0) {
            counts = count();
            long now = System.nanoTime();
            next = now + REST * (now - start);
        }
        return counts;
    }

    /** The counts, which may be those of some time ago, by the states' names; without those that no fiber is in. */
    static Map<String, Long> byName() {
        Map<String, Long> named = new TreeMap<>();
        for (Map.Entry<Thread.State, long[]> each : counts().entrySet()) {
            if (each.getValue()[0] > 0) {
                named.put(each.getKey().name(), each.getValue()[0]);
            }
        }
        return named;
    }

    /** Adds them by the states' names, such as {@code timedWaiting}. */
    static void addTo(Map<String, Long> values) {
        Map<Thread.State, long[]> counts = counts();
        values.put("runnable", counts.get(Thread.State.RUNNABLE)[0]);
        values.put("blocked", counts.get(Thread.State.BLOCKED)[0]);
        values.put("waiting", counts.get(Thread.State.WAITING)[0]);
        values.put("timedWaiting", counts.get(Thread.State.TIMED_WAITING)[0]);
    }

    private static Map<Thread.State, long[]> count() {
        Map<Thread.State, long[]> counts = new EnumMap<>(Thread.State.class);
        for (Thread.State each : Thread.State.values()) {
            counts.put(each, new long[1]);
        }
        for (Thread each : GroupThreads.all()) {
            count(each, counts);
        }
        for (Thread each : ExecutorThreads.threads()) {
            if (VirtualRules.isMadeByApi(each)) {
                count(each, counts);
            }
        }
        return counts;
    }

    private static void count(Thread thread, Map<Thread.State, long[]> counts) {
        Fiber fiber = Fibers.of(thread);
        if (fiber != null && fiber.isLive()) {
            counts.get(Profile.state(thread))[0]++;
        }
    }
}

package jdk.internal.weft.fiber;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.weft.StackProbe;
import jdk.internal.weft.trace.Traces;

/**
 * Counts pins by the frame that cannot be left. Thread-safe.
 *
 * <p>Overview. To know the frame is to walk the stack, which costs some ten microseconds, in deep stacks a thousand:
 * the first pins are looked at, and later so many that it takes no more than a small part of one processor's time. A
 * pin that is looked at stands for those before it that were not. So the sum is that of all pins, but for the last
 * ones.
 */
public final class PinSites {
    /** The time of a look, times this, is to pass until the next one. */
    private static final long SHARE = 64;

    /** What may be saved up: looks of some 30 ms. */
    private static final long BURST_NANOS = 2_000_000_000;

    /** A look is charged no more than this: it may have lost the processor meanwhile. */
    private static final long MAX_LOOK_NANOS = 1_000_000;

    /** Programs that make classes could make ever more places. */
    private static final int MAX_SITES = 256;

    private static final String OTHERS = "..";

    /** Never grows, so that no pinned fiber has to do that. */
    private static final ConcurrentHashMap<String, AtomicLong> COUNTS = new ConcurrentHashMap<>(2 * MAX_SITES);

    /** When the next look may be made. */
    private static final AtomicLong NEXT = new AtomicLong(System.nanoTime() - BURST_NANOS);

    /** Pins since the last one that was looked at. */
    private static final AtomicLong UNSEEN = new AtomicLong();

    private PinSites() {}

    /** The mounted fiber, which calls this, is about to block its carrier. Does not throw. */
    static void note() {
        long start = System.nanoTime();
        if (NEXT.get() - start > 0) {
            UNSEEN.incrementAndGet();
            return;
        }
        try {
            StackProbe.beforeInitialization();
            count(frame(new Throwable())).addAndGet(UNSEEN.getAndSet(0) + 1);
            charge(start);
        } catch (OutOfMemoryError | StackOverflowError e) {
            UNSEEN.incrementAndGet();
        }
    }

    private static String frame(Throwable here) {
        String frame = Traces.pinning(Traces.raw(here));
        return frame == null ? "" : frame;
    }

    private static AtomicLong count(String frame) {
        AtomicLong known = COUNTS.get(frame);
        if (known != null) {
            return known;
        }
        AtomicLong made = new AtomicLong();
        known = COUNTS.putIfAbsent(COUNTS.size() < MAX_SITES ? frame : OTHERS, made);
        return known == null ? made : known;
    }

    private static void charge(long start) {
        long now = System.nanoTime();
        long pause = SHARE * Math.min(now - start, MAX_LOOK_NANOS);
        long known;
        long next;
        do {
            known = NEXT.get();
            next = (now - BURST_NANOS - known > 0 ? now - BURST_NANOS : known) + pause;
        } while (!NEXT.compareAndSet(known, next));
    }

    /** How often which frame has pinned a fiber; an empty one where there is none, and {@code ..} for all others. */
    public static Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        for (Map.Entry<String, AtomicLong> each : COUNTS.entrySet()) {
            counts.put(each.getKey(), each.getValue().get());
        }
        return counts;
    }

    /** Why the frame that {@link Traces#pinning} names cannot be left, by the whole trace. */
    public static String reason(StackTraceElement[] trace) {
        return Traces.isPinnedByExperience(trace)
                ? "method called plainly, as it hardly waited in earlier runs (weft.experience)"
                : reason(Traces.pinning(trace));
    }

    /** Why that frame, as {@link Traces#pinning} has it, cannot be left. */
    public static String reason(String frame) {
        if (frame == null || frame.isEmpty()) {
            return "a monitor that cannot be left";
        } else if (frame.equals(OTHERS)) {
            return "other frames";
        } else if (frame.contains(".<clinit>(")) {
            return "class initializer";
        } else if (frame.contains(".<init>(")) {
            // whether it has a twin is not known: that has the same name
            return "constructor, by arguments of super(..) or this(..) or by what it calls plainly";
        }
        return frame.endsWith("(Native Method)") ? "native method" : "frame without a twin";
    }
}

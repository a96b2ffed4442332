package jdk.internal.weft.management;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.weft.Frame;
import java.weft.SuspensionPoint;
import jdk.internal.weft.fiber.Fiber;
import jdk.internal.weft.fiber.Fibers;
import jdk.internal.weft.group.GroupThreads;
import jdk.internal.weft.thread.FiberView;
import jdk.internal.weft.trace.Traces;

/**
 * Which callers a resumed frame has had, in whatever fiber: tells a sampler the callers of a fiber that has gone on
 * before they could be read. Keeps places, not frames.
 */
final class ParkedCallers {
    private static final long SCAN_NANOS = 1_000_000_000;
    private static final int MAX_SCANNED = 2000;
    private static final int MAX_FIBERS = 20_000;
    private static final int MAX_CHAINS = 16;
    private static final int MAX_KEPT = 50_000;

    private final Map<String, List<SuspensionPoint[]>> known = new HashMap<>();
    private long scanned = System.nanoTime() - SCAN_NANOS;

    private static String key(String host, int number) {
        return host + '#' + number;
    }

    /** The places of frames, with null behind each segment. */
    static SuspensionPoint[] points(Frame[] segments) {
        List<SuspensionPoint> points = new ArrayList<>();
        for (Frame first : segments) {
            for (Frame f = first; f != null; f = f.next) {
                points.add(f.at);
            }
            points.add(null);
        }
        return points.toArray(new SuspensionPoint[0]);
    }

    /** The resumer's frame has these callers, and null behind them. */
    void learn(String resumer, SuspensionPoint[] callers) {
        learn(Traces.hostOf(resumer), Traces.pointOf(resumer), callers);
    }

    private void learn(String host, int number, SuspensionPoint[] callers) {
        List<SuspensionPoint[]> chains = known.computeIfAbsent(key(host, number), ParkedCallers::none);
        for (SuspensionPoint[] each : chains) {
            if (Arrays.equals(each, callers)) {
                return;
            }
        }
        if (chains.size() < MAX_CHAINS) {
            chains.add(callers);
        }
    }

    private static List<SuspensionPoint[]> none(String key) {
        return new ArrayList<>();
    }

    /**
     * The callers of the resumer's frame, and null behind them; null if nobody knows.
     *
     * @param rest what was parked below some running frame a moment ago
     * @param hasFewer whether the fiber has only lost parked frames since
     */
    SuspensionPoint[] of(String resumer, Frame rest, boolean hasFewer) {
        String host = Traces.hostOf(resumer);
        int number = Traces.pointOf(resumer);
        if (hasFewer) {
            // if it was resumed since, it is among them; else they are its callers
            Frame from = rest;
            for (Frame f = rest; f != null; f = f.next) {
                if (f.at.number == number && f.at.host.getName().equals(host)) {
                    from = f.next;
                    break;
                }
            }
            return points(new Frame[] {from});
        }
        List<SuspensionPoint[]> chains = known.get(key(host, number));
        if (chains == null) {
            scan();
            chains = known.get(key(host, number));
        }
        if (chains == null || chains.size() >= MAX_CHAINS) {
            return null;
        }
        SuspensionPoint[] seen = points(new Frame[] {rest});
        for (SuspensionPoint[] each : chains) {
            if (chains.size() == 1 || Arrays.equals(each, seen)) {
                return each;
            }
        }
        return null;
    }

    /** Learns from some of the parked fibers, now and then. */
    private void scan() {
        long now = System.nanoTime();
        if (now - scanned < SCAN_NANOS || Fibers.live() > MAX_FIBERS || known.size() > MAX_KEPT) {
            return;
        }
        scanned = now;
        int n = 0;
        for (Thread each : GroupThreads.all()) {
            Fiber fiber = Fibers.of(each);
            Frame first = fiber == null ? null : fiber.frames();
            for (Frame f = first; f != null; f = f.next) {
                if (n++ > MAX_SCANNED) {
                    return;
                }
                SuspensionPoint at = f.at;
                SuspensionPoint[] callers = points(new Frame[] {f.next});
                if (!FiberView.isStill(fiber, first)) {
                    break;
                }
                learn(at.host.getName(), at.number, callers);
            }
        }
    }
}

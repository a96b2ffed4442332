package dev.weft.agent.resume;

import dev.weft.agent.analysis.Flow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A twin cut at its stack map frames: control enters a segment only at its start. Segments are the unit in which a
 * resumer copies code. Not safe for use by several threads, since loops are found when first asked for.
 */
final class Segments {
    private final Flow flow;
    private final int[] segmentOf;
    private final List<Integer> starts = new ArrayList<>();
    private List<Loop> loops;

    Segments(Flow flow) {
        this.flow = flow;
        segmentOf = new int[flow.size()];
        starts.add(0);
        for (int i = 0; i < flow.size(); i++) {
            if (flow.isFrame(i)) {
                starts.add(labelsBefore(i));
            }
        }
        int segment = 0;
        for (int i = 0; i < flow.size(); i++) {
            while (segment + 1 < starts.size() && starts.get(segment + 1) <= i) {
                segment++;
            }
            segmentOf[i] = segment;
        }
    }

    /** A frame belongs with the labels and line numbers in front of it. */
    private int labelsBefore(int frame) {
        int i = frame;
        while (i > 0 && flow.insn(i - 1).getOpcode() < 0) {
            i--;
        }
        return i;
    }

    /** Number of segments. */
    int count() {
        return starts.size();
    }

    /** Segment of an instruction. */
    int of(int index) {
        return segmentOf[index];
    }

    /** Index of the first instruction of a segment. */
    int start(int segment) {
        return starts.get(segment);
    }

    /** Index behind the last instruction of a segment. */
    int end(int segment) {
        return segment + 1 < starts.size() ? starts.get(segment + 1) : flow.size();
    }

    /** Segments that control may reach directly from instructions {@code from} to the end of the segment. */
    Set<Integer> next(int segment, int from) {
        Set<Integer> result = new TreeSet<>();
        for (int i = from; i < end(segment); i++) {
            for (int target : flow.successors(i)) {
                boolean leaves = target >= end(segment) || target <= i || target < start(segment);
                if (leaves || segmentOf[target] != segment) {
                    result.add(segmentOf[target]);
                }
            }
            for (Flow.Handler handler : flow.handlers(i)) {
                result.add(segmentOf[handler.target()]);
            }
        }
        return result;
    }

    /** A natural loop: its header, and the segments that lead back to that without passing it. */
    private record Loop(int header, BitSet body) {}

    /** Headers of the natural loops around a segment, innermost first. */
    List<Integer> loopsAround(int segment) {
        if (loops == null) {
            loops = findLoops();
        }
        List<Integer> headers = new ArrayList<>();
        for (Loop loop : loops) {
            if (loop.body.get(segment)) {
                headers.add(loop.header);
            }
        }
        return headers;
    }

    /** By a depth-first search: a loop is an edge back to a segment that is still being visited. Smallest first. */
    private List<Loop> findLoops() {
        List<Set<Integer>> edges = new ArrayList<>();
        for (int s = 0; s < count(); s++) {
            edges.add(next(s, start(s)));
        }
        List<Loop> found = new ArrayList<>();
        for (Map.Entry<Integer, BitSet> back : backEdges(edges).entrySet()) {
            found.add(new Loop(back.getKey(), bodyOf(back.getKey(), back.getValue(), edges)));
        }
        found.sort(Comparator.comparingInt(loop -> loop.body.cardinality()));
        return found;
    }

    /** Headers, each with the segments that jump back to it. */
    private static Map<Integer, BitSet> backEdges(List<Set<Integer>> edges) {
        Map<Integer, BitSet> found = new TreeMap<>();
        int[] state = new int[edges.size()];
        Deque<Integer> path = new ArrayDeque<>();
        Deque<Iterator<Integer>> pending = new ArrayDeque<>();
        path.push(0);
        pending.push(edges.get(0).iterator());
        state[0] = 1;
        while (!path.isEmpty()) {
            if (pending.peek().hasNext()) {
                int to = pending.peek().next();
                if (state[to] == 1) {
                    found.computeIfAbsent(to, header -> new BitSet()).set(path.peek());
                } else if (state[to] == 0) {
                    state[to] = 1;
                    path.push(to);
                    pending.push(edges.get(to).iterator());
                }
            } else {
                state[path.pop()] = 2;
                pending.pop();
            }
        }
        return found;
    }

    /** The header and all segments from which one that jumps back can be reached without passing the header. */
    private static BitSet bodyOf(int header, BitSet jumpingBack, List<Set<Integer>> edges) {
        BitSet body = (BitSet) jumpingBack.clone();
        body.clear(header);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int s = 0; s < edges.size(); s++) {
                if (s != header && !body.get(s) && leadsInto(edges.get(s), body)) {
                    body.set(s);
                    changed = true;
                }
            }
        }
        body.set(header);
        return body;
    }

    /** No stream: where that is first used in a full heap, its classes are lost for the life of the VM. */
    private static boolean leadsInto(Set<Integer> next, BitSet body) {
        for (int each : next) {
            if (body.get(each)) {
                return true;
            }
        }
        return false;
    }
}

package dev.weft.agent.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.tree.LabelNode;

/**
 * The copies of segments that a resumer consists of, in the order in which they are emitted. A copy is named by its
 * segment, its level and the monitors held; it comes to be when something first leads to it.
 *
 * <p>Where a resumer is compact there is one copy of each segment.
 */
final class Copies {
    /** Longest twin, in instructions, whose loops are copied; longer ones are entered in the middle. */
    private static final int MAX_COPIED = 3000;

    private final TwinCode code;
    private final List<Integer> loops;
    private final int heldToTell;
    private final Copy[] known;
    private final List<Copy> all = new ArrayList<>();

    /**
     * No copies yet.
     *
     * @param check index of the instruction behind which the method goes on
     * @param held how many monitors the resumer enters
     */
    Copies(TwinCode code, int check, int held, boolean isCompact) {
        this.code = code;
        boolean copiesLoops = !isCompact && code.flow.size() <= MAX_COPIED;
        loops = copiesLoops ? code.segments.loopsAround(code.segments.of(check)) : List.of();
        heldToTell = isCompact ? 0 : held;
        known = new Copy[code.segments.count() * (loops.size() + 1) * (heldToTell + 1)];
    }

    /** All copies so far. */
    List<Copy> all() {
        return all;
    }

    /** Adds the copy of what is left of a segment behind the point. */
    Copy rest(int segment, int held, int from) {
        Copy rest = new Copy(code, segment, 0, held, from);
        all.add(rest);
        return rest;
    }

    /** The copy of a segment that is entered from another one. */
    Copy to(Copy from, int segment) {
        int level = from.level;
        int loop = loops.lastIndexOf(segment);
        if (loop >= level) {
            level = loop + 1;
        }
        // what no path reaches holds none
        int held = Math.max(0, Math.min(from.held, code.depth.before(code.segments.start(segment))));
        return get(segment, level, held);
    }

    /** Where a jump from the copy goes that goes to a label of the twin. */
    Label target(Copy from, LabelNode node) {
        return to(from, code.segments.of(code.flow.index(node))).start;
    }

    /** The copy of that name. */
    Copy get(int segment, int level, int held) {
        int at = (segment * (loops.size() + 1) + level) * (heldToTell + 1) + held;
        if (known[at] == null) {
            known[at] = new Copy(code, segment, level, held, code.segments.start(segment));
            all.add(known[at]);
        }
        return known[at];
    }
}

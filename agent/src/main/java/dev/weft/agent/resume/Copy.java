package dev.weft.agent.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.tree.LabelNode;

/** One copy of a segment of the twin: which it is, and where. */
final class Copy {
    /**
     * What a return has become, for which no handler is meant: it stores the result in a field, which throws nothing,
     * but the JIT takes it for an instruction that may, behind the exit of the author's monitor.
     */
    record Return(int index, Label start, Label end) {}

    final int segment;

    /** How many of the loops around the point have begun anew. */
    final int level;

    /** How many of the monitors that the resumer has entered are still held. */
    final int held;

    /** Index of the first instruction of the twin that is copied. */
    final int from;

    /** Index behind the last one. */
    final int to;

    final Label start = new Label();
    final Label end = new Label();
    final List<Return> returns = new ArrayList<>();
    private final TwinCode code;
    private final Label[] labels;

    /** A copy of the segment, or of the part that begins at an instruction. */
    Copy(TwinCode code, int segment, int level, int held, int from) {
        this.code = code;
        this.segment = segment;
        this.level = level;
        this.held = held;
        this.from = from;
        to = code.segments.end(segment);
        labels = new Label[to - code.segments.start(segment) + 1];
    }

    /** The copy of a label of the segment, or of the one behind it. */
    Label of(LabelNode node) {
        int at = code.flow.index(node) - code.segments.start(segment);
        if (labels[at] == null) {
            labels[at] = new Label();
        }
        return labels[at];
    }
}

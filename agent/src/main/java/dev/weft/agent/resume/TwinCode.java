package dev.weft.agent.resume;

import dev.weft.agent.analysis.Flow;
import dev.weft.agent.analysis.MonitorDepth;
import dev.weft.agent.layout.SaveForm;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A twin analysed once, for the resumers of all its points. Not safe for use by several threads. */
final class TwinCode {
    /** A range of the exception table, by indexes of instructions. */
    record Block(int start, int end, LabelNode startLabel, LabelNode endLabel, LabelNode handler, String type) {}

    final MethodNode twin;
    final Flow flow;
    final MonitorDepth depth;
    final Segments segments;
    private final List<List<Block>> blocks = new ArrayList<>();
    private final int[] codeBefore;
    private final int[] lines;
    private final int bodyEnd;

    /** The instruction list of the twin must not change from now on. */
    TwinCode(MethodNode twin) {
        this.twin = twin;
        flow = new Flow(twin);
        depth = new MonitorDepth(flow);
        segments = new Segments(flow);
        for (int s = 0; s < segments.count(); s++) {
            blocks.add(new ArrayList<>(0));
        }
        for (TryCatchBlockNode each : twin.tryCatchBlocks) {
            addBlock(new Block(
                    flow.index(each.start), flow.index(each.end), each.start, each.end, each.handler, each.type));
        }
        codeBefore = new int[flow.size() + 1];
        lines = new int[flow.size()];
        int line = -1;
        for (int i = 0; i < flow.size(); i++) {
            codeBefore[i + 1] = codeBefore[i] + (flow.insn(i).getOpcode() >= 0 ? 1 : 0);
            if (flow.insn(i) instanceof LineNumberNode) {
                line = ((LineNumberNode) flow.insn(i)).line;
            }
            lines[i] = line;
        }
        bodyEnd = bodyEnd();
    }

    /** Index of the first save block. */
    private int bodyEnd() {
        int i = 0;
        while (i < flow.size() && !SaveForm.isLeave(flow.insn(i))) {
            i++;
        }
        // the context, the frame and the label
        do {
            i--;
        } while (i > 0 && (flow.insn(i).getOpcode() < 0 || flow.insn(i).getOpcode() == Opcodes.ALOAD));
        return i + 1;
    }

    /** True for what stands behind the method's body: save blocks. */
    boolean isBehindTheBody(int index) {
        return index >= bodyEnd;
    }

    private void addBlock(Block block) {
        for (int s = segments.of(block.start); s < segments.count() && segments.start(s) < block.end; s++) {
            blocks.get(s).add(block);
        }
    }

    /** What of the exception table covers something of a segment, in the table's order. */
    List<Block> blocks(int segment) {
        return blocks.get(segment);
    }

    /** True if an instruction of the VM lies between the indexes. */
    boolean hasCode(int start, int end) {
        return start < end && codeBefore[end] > codeBefore[start];
    }

    /** How many instructions of the VM lie in front of the index. */
    int codeBefore(int index) {
        return codeBefore[index];
    }

    /** Source line at the index, which the last line number in front of it or there has told; negative without any. */
    int line(int index) {
        return lines[Math.min(index, lines.length - 1)];
    }
}

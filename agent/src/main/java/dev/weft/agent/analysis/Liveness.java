package dev.weft.agent.analysis;

import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Which locals may be read after an instruction, by a backward data-flow analysis over straight-line blocks. What a
 * handler reads is live throughout the code that it covers.
 */
public final class Liveness {
    private final Flow flow;
    private final BitSet[] blockIn;
    private final int[] blockOf;
    private final int[] blockStart;

    /** Analyses the method. */
    public Liveness(Flow flow) {
        this.flow = flow;
        int n = flow.size();
        blockOf = new int[n];
        blockStart = blocks(n);
        blockIn = new BitSet[blockStart.length - 1];
        for (int b = 0; b < blockIn.length; b++) {
            blockIn[b] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = blockIn.length - 1; b >= 0; b--) {
                BitSet in = before(blockStart[b], b);
                if (!in.equals(blockIn[b])) {
                    blockIn[b] = in;
                    changed = true;
                }
            }
        }
    }

    private int[] blocks(int n) {
        BitSet leaders = new BitSet(n);
        leaders.set(0);
        for (int i = 0; i < n; i++) {
            int[] next = flow.successors(i);
            if (next.length != 1 || next[0] != i + 1) {
                leaders.set(i + 1);
                for (int target : next) {
                    leaders.set(target);
                }
            }
            for (Flow.Handler handler : flow.handlers(i)) {
                leaders.set(handler.target());
            }
        }
        leaders.clear(n);
        int[] starts = new int[leaders.cardinality() + 1];
        int b = 0;
        for (int i = leaders.nextSetBit(0); i >= 0; i = leaders.nextSetBit(i + 1)) {
            starts[b++] = i;
        }
        starts[b] = n;
        for (b = 0; b + 1 < starts.length; b++) {
            for (int i = starts[b]; i < starts[b + 1]; i++) {
                blockOf[i] = b;
            }
        }
        return starts;
    }

    /** Locals live before instruction {@code index}, which lies in block b. */
    private BitSet before(int index, int b) {
        int last = blockStart[b + 1] - 1;
        BitSet live = new BitSet();
        for (int next : flow.successors(last)) {
            live.or(blockIn[blockOf[next]]);
        }
        for (int i = last; i >= index; i--) {
            transfer(live, i);
        }
        return live;
    }

    private void transfer(BitSet live, int i) {
        AbstractInsnNode insn = flow.insn(i);
        if (insn instanceof VarInsnNode) {
            int op = insn.getOpcode();
            live.set(((VarInsnNode) insn).var, op < Opcodes.ISTORE || op > Opcodes.ASTORE);
        } else if (insn instanceof IincInsnNode) {
            live.set(((IincInsnNode) insn).var);
        }
        for (Flow.Handler handler : flow.handlers(i)) {
            live.or(blockIn[blockOf[handler.target()]]);
        }
    }

    /** Locals that may be read after the instruction has returned or thrown. */
    public BitSet after(int i) {
        int b = blockOf[i];
        BitSet live;
        if (i + 1 < blockStart[b + 1]) {
            live = before(i + 1, b);
        } else {
            live = new BitSet();
            for (int next : flow.successors(i)) {
                live.or(blockIn[blockOf[next]]);
            }
        }
        for (Flow.Handler handler : flow.handlers(i)) {
            live.or(blockIn[blockOf[handler.target()]]);
        }
        return live;
    }
}

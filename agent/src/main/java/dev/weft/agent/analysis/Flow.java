package dev.weft.agent.analysis;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** The control flow of a method: successors and exception handlers of each instruction. Immutable. */
public final class Flow {
    /**
     * A handler that covers an instruction.
     *
     * @param target index of its first instruction
     * @param catchesAll whether handlers after it in the table are out of reach
     */
    public record Handler(int target, boolean catchesAll) {}

    private final AbstractInsnNode[] insns;
    private final InsnList list;
    private final int[][] successors;
    private final List<List<Handler>> handlers;

    /** The flow of the method; its instruction list must not change while this is used. */
    public Flow(MethodNode method) {
        list = method.instructions;
        insns = list.toArray();
        successors = new int[insns.length][];
        for (int i = 0; i < insns.length; i++) {
            successors[i] = successorsOf(i);
        }
        handlers = new ArrayList<>(insns.length);
        for (int i = 0; i < insns.length; i++) {
            handlers.add(List.of());
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            addHandler(block);
        }
    }

    private void addHandler(TryCatchBlockNode block) {
        Handler handler = new Handler(index(block.handler), block.type == null);
        int check = block.type == null ? behindEnter(index(block.start)) : -1;
        for (int i = index(block.start); i < index(block.end); i++) {
            List<Handler> known = handlers.get(i);
            if (i != check && !canThrow(insns[i].getOpcode())
                    || !known.isEmpty() && known.get(known.size() - 1).catchesAll) {
                continue;
            }
            List<Handler> more = new ArrayList<>(known);
            more.add(handler);
            handlers.set(i, more);
        }
    }

    /**
     * The first instruction at an index, where that lies right behind a {@code monitorenter}; else negative. Woven code
     * asks there whether it must queue, and that may throw, so that the handler is reached even where nothing of the
     * author's could lead to it: in an empty {@code synchronized} block.
     */
    private int behindEnter(int start) {
        int i = start - 1;
        while (i >= 0 && insns[i].getOpcode() < 0) {
            i--;
        }
        if (i < 0 || insns[i].getOpcode() != Opcodes.MONITORENTER) {
            return -1;
        }
        i = start;
        while (i + 1 < insns.length && insns[i].getOpcode() < 0) {
            i++;
        }
        return i;
    }

    /**
     * False for labels and for instructions that no exception can leave. A {@code monitorexit} is one of them where
     * monitors are entered and left in pairs ({@link MonitorDepth}, {@link MonitorPairs}): the thread owns what it
     * leaves. Its handlers would be wrong, since scalac covers that of an inner {@code synchronized} by the outer one's
     * handler, which holds one monitor less.
     */
    private static boolean canThrow(int op) {
        boolean isConstant = op < Opcodes.IALOAD && op != Opcodes.LDC;
        boolean isStore = op >= Opcodes.ISTORE && op <= Opcodes.ASTORE;
        boolean isPure = op >= Opcodes.POP && op <= Opcodes.RETURN && !divides(op);
        return !(isConstant || isStore || isPure || op == Opcodes.MONITOREXIT);
    }

    private static boolean divides(int op) {
        return op == Opcodes.IDIV || op == Opcodes.LDIV || op == Opcodes.IREM || op == Opcodes.LREM;
    }

    private int[] successorsOf(int i) {
        AbstractInsnNode insn = insns[i];
        int op = insn.getOpcode();
        if (insn instanceof JumpInsnNode) {
            int target = index(((JumpInsnNode) insn).label);
            return op == Opcodes.GOTO ? new int[] {target} : new int[] {target, i + 1};
        }
        if (insn instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode node = (TableSwitchInsnNode) insn;
            return targets(node.dflt, node.labels);
        }
        if (insn instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode node = (LookupSwitchInsnNode) insn;
            return targets(node.dflt, node.labels);
        }
        boolean ends = op >= Opcodes.IRETURN && op <= Opcodes.RETURN || op == Opcodes.ATHROW || i + 1 == insns.length;
        return ends ? new int[0] : new int[] {i + 1};
    }

    private int[] targets(LabelNode otherwise, List<LabelNode> cases) {
        int[] result = new int[cases.size() + 1];
        result[0] = index(otherwise);
        for (int k = 0; k < cases.size(); k++) {
            result[k + 1] = index(cases.get(k));
        }
        return result;
    }

    /** Number of instructions, labels and frames included. */
    public int size() {
        return insns.length;
    }

    /** The instruction at an index. */
    public AbstractInsnNode insn(int i) {
        return insns[i];
    }

    /** Index of a label. */
    public int index(LabelNode label) {
        return list.indexOf(label);
    }

    /** Where control may go after the instruction, exceptions aside; the array must not be changed. */
    public int[] successors(int i) {
        return successors[i];
    }

    /** The handlers that an exception of the instruction may reach, in the order of the table, up to a catch-all. */
    public List<Handler> handlers(int i) {
        return handlers.get(i);
    }

    /** True if a stack map frame stands at the index: only there may control be transferred to. */
    public boolean isFrame(int i) {
        return insns[i] instanceof FrameNode;
    }
}

package dev.weft.agent.analysis;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds subroutines that return for the one that has called them (JVMS 4.10.2.5), which {@link JSRInlinerAdapter} takes
 * for returns of their own. No compiler makes such.
 */
final class Subroutines {
    private final Flow flow;

    /** All {@code ret} that are reached; and those that return to where their own subroutine was called. */
    private final BitSet returns = new BitSet();

    private final BitSet own = new BitSet();

    private Subroutines(Flow flow) {
        this.flow = flow;
    }

    /**
     * Looks at the subroutines of a method, if it has any.
     *
     * @throws IllegalArgumentException if one returns for another one
     */
    static void check(MethodNode method) {
        Subroutines all = null;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() == Opcodes.JSR) {
                all = all == null ? new Subroutines(new Flow(method)) : all;
                all.follow(all.flow.index(((JumpInsnNode) insn).label));
            }
        }
        if (all != null && !all.returns.equals(all.own)) {
            throw new IllegalArgumentException("a subroutine returns for another one");
        }
    }

    /** Follows the subroutine that begins there, without those that it calls. */
    private void follow(int start) {
        int address = addressIn(start);
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            int i = open.poll();
            if (i >= flow.size() || reached.get(i)) {
                continue;
            }
            reached.set(i);
            int op = flow.insn(i).getOpcode();
            if (op == Opcodes.RET) {
                returns.set(i);
                own.set(i, own.get(i) || ((VarInsnNode) flow.insn(i)).var == address);
            } else if (op == Opcodes.JSR) {
                open.add(i + 1);
            } else {
                for (int next : flow.successors(i)) {
                    open.add(next);
                }
            }
            for (Flow.Handler handler : flow.handlers(i)) {
                open.add(handler.target());
            }
        }
    }

    /** The local to which the subroutine stores the address that it was called with, first of all; or -1. */
    private int addressIn(int start) {
        int i = start;
        while (flow.insn(i).getOpcode() < 0) {
            i++;
        }
        AbstractInsnNode first = flow.insn(i);
        return first.getOpcode() == Opcodes.ASTORE ? ((VarInsnNode) first).var : -1;
    }
}

package dev.weft.agent.layout;

import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Steps through instructions, past labels, line numbers and frames. */
public final class Code {
    private Code() {}

    /**
     * The next instruction of the VM.
     *
     * @throws IllegalStateException if the method ends here
     */
    public static AbstractInsnNode next(AbstractInsnNode insn) {
        return orNext(insn.getNext());
    }

    /**
     * The one before.
     *
     * @throws IllegalStateException if there is none
     */
    public static AbstractInsnNode previous(AbstractInsnNode insn) {
        AbstractInsnNode at = insn.getPrevious();
        while (at != null && at.getOpcode() < 0) {
            at = at.getPrevious();
        }
        return found(at);
    }

    /** The node itself if the VM executes it, else the next one that it does. */
    static AbstractInsnNode orNext(AbstractInsnNode insn) {
        AbstractInsnNode at = insn;
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        return found(at);
    }

    private static AbstractInsnNode found(AbstractInsnNode insn) {
        if (insn == null) {
            throw new IllegalStateException("no further instruction");
        }
        return insn;
    }

    /** Whether the instruction loads or stores that local. */
    static boolean isVar(AbstractInsnNode insn, int opcode, int slot) {
        return insn.getOpcode() == opcode && ((VarInsnNode) insn).var == slot;
    }
}

package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.twin.VerificationTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds a suspension point in a woven class and reads what its twin saves, from the code that saves it (whose form
 * {@code TwinEmitter} documents). So nothing besides the woven class is needed to resume it.
 */
final class PointReader {
    private PointReader() {}

    /** True for a call that makes a frame: one for each point. */
    static boolean isSave(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.SAVE);
    }

    /** The first call of the code that saves a point. */
    private static boolean isLeave(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode
                && ((MethodInsnNode) insn).owner.equals(Names.WOVEN)
                && ((MethodInsnNode) insn).name.equals("leave");
    }

    /** The number of the point that the call saves. */
    static int numberOf(AbstractInsnNode save) {
        AbstractInsnNode push = save.getPrevious();
        int op = push.getOpcode();
        if (op >= Opcodes.ICONST_M1 && op <= Opcodes.ICONST_5) {
            return op - Opcodes.ICONST_0;
        } else if (push instanceof IntInsnNode) {
            return ((IntInsnNode) push).operand;
        }
        return (Integer) ((LdcInsnNode) push).cst;
    }

    /** The point; the class must have been read with expanded frames. */
    static SavePoint read(MethodNode twin, AbstractInsnNode save) {
        AbstractInsnNode at = save;
        while (!isLeave(at)) {
            at = at.getPrevious();
        }
        // the detaching code behind it has a frame of its own
        while (!(at instanceof FrameNode)) {
            at = at.getPrevious();
        }
        FrameNode frame = (FrameNode) at;
        AbstractInsnNode check = checkFor(twin, frame);
        AbstractInsnNode call = callBefore(check);
        List<Object> operands = new ArrayList<>(frame.stack);
        if (Type.getReturnType(((MethodInsnNode) call).desc) != Type.VOID_TYPE) {
            operands.remove(operands.size() - 1);
        }
        Reading reading = new Reading(frame, save, operands.size());
        return new SavePoint(
                twin,
                check,
                call,
                new ArrayList<>(frame.local),
                operands,
                reading.operandSlots,
                reading.references,
                reading.longs,
                reading.longTypes,
                reading.held);
    }

    /**
     * The jump to the code that saves, {@code IFNE save}. Where that is too far for its 16 bits, ASM has written {@code
     * IFEQ on; GOTO_W save; on:}, and the label stands for the jump, since the method goes on behind it.
     */
    private static AbstractInsnNode checkFor(MethodNode twin, FrameNode frame) {
        List<LabelNode> labels = new ArrayList<>();
        for (AbstractInsnNode at = frame.getPrevious(); at != null && at.getOpcode() < 0; at = at.getPrevious()) {
            if (at instanceof LabelNode) {
                labels.add((LabelNode) at);
            }
        }
        for (AbstractInsnNode insn : twin.instructions) {
            boolean jumps = insn instanceof JumpInsnNode && labels.contains(((JumpInsnNode) insn).label);
            if (jumps && insn.getOpcode() == Opcodes.IFNE) {
                return insn;
            } else if (jumps && insn.getOpcode() == Opcodes.GOTO) {
                return insn.getNext();
            }
        }
        throw new IllegalStateException("unreachable save in " + twin.name + twin.desc);
    }

    private static AbstractInsnNode callBefore(AbstractInsnNode check) {
        AbstractInsnNode at = check;
        while (!(at instanceof MethodInsnNode)) {
            at = at.getPrevious();
        }
        return at;
    }

    /** Source line of the point, or -1. */
    static int line(SavePoint point) {
        for (AbstractInsnNode at = point.call(); at != null; at = at.getPrevious()) {
            if (at instanceof LineNumberNode) {
                return ((LineNumberNode) at).line;
            }
        }
        return -1;
    }

    /** One pass over the code that saves. */
    private static final class Reading {
        final List<Integer> operandSlots = new ArrayList<>();
        final List<Integer> references = new ArrayList<>();
        final List<Integer> longs = new ArrayList<>();
        final List<Object> longTypes = new ArrayList<>();
        final List<Integer> held = new ArrayList<>();

        Reading(FrameNode frame, AbstractInsnNode save, int operands) {
            AbstractInsnNode at = frame.getNext();
            while (!(at instanceof MethodInsnNode)) {
                // the result, if there is one, is given to WovenCode.leave with the context
                at = at.getNext();
            }
            while (operandSlots.size() < operands) {
                if (at instanceof VarInsnNode) {
                    operandSlots.add(((VarInsnNode) at).var);
                }
                at = at.getNext();
            }
            Collections.reverse(operandSlots);
            AbstractInsnNode lastLeave = null;
            for (AbstractInsnNode insn = at; insn != save; insn = insn.getNext()) {
                if (insn.getOpcode() == Opcodes.MONITOREXIT) {
                    held.add(((VarInsnNode) insn.getPrevious()).var);
                    lastLeave = insn;
                }
            }
            Collections.reverse(held);
            readLoads(lastLeave == null ? at : lastLeave.getNext(), save);
        }

        private void readLoads(AbstractInsnNode from, AbstractInsnNode save) {
            // the last three instructions push the context, the class and the number
            AbstractInsnNode end = save.getPrevious().getPrevious().getPrevious();
            for (AbstractInsnNode insn = from; insn != end; insn = insn.getNext()) {
                if (!(insn instanceof VarInsnNode)) {
                    continue;
                }
                int slot = ((VarInsnNode) insn).var;
                if (insn.getOpcode() == Opcodes.ALOAD) {
                    references.add(slot);
                } else {
                    longs.add(slot);
                    longTypes.add(typeOf(insn.getOpcode()));
                }
            }
        }

        private static Object typeOf(int load) {
            switch (load) {
                case Opcodes.ILOAD:
                    return Opcodes.INTEGER;
                case Opcodes.LLOAD:
                    return Opcodes.LONG;
                case Opcodes.FLOAD:
                    return Opcodes.FLOAT;
                default:
                    return Opcodes.DOUBLE;
            }
        }
    }

    /** The value types of a frame as a map from slot to type. */
    static Object typeAt(List<Object> locals, int slot) {
        int at = 0;
        for (Object type : locals) {
            if (at == slot) {
                return type;
            }
            at += VerificationTypes.isWide(type) ? 2 : 1;
        }
        return Opcodes.TOP;
    }
}

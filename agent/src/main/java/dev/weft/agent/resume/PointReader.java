package dev.weft.agent.resume;

import dev.weft.agent.layout.Code;
import dev.weft.agent.layout.MethodLayout;
import dev.weft.agent.layout.SaveForm;
import dev.weft.agent.layout.SavedValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Reads a suspension point of a twin back: goes from the test along the save block, part by part as {@link SaveForm}
 * has them, and refuses what does not have that form. So nothing besides the woven class is needed to resume it.
 */
final class PointReader {
    private final MethodNode twin;
    private final AbstractInsnNode test;
    private final AbstractInsnNode check;
    private final LabelNode block;

    /** What begins to push the point's number, and the call that has it as its last argument. */
    private final AbstractInsnNode number;

    private final MethodInsnNode save;

    /** Where the values are loaded: behind the label if other points share that code; null if none do. */
    private final LabelNode shared;

    private PointReader(MethodNode twin, AbstractInsnNode test, AbstractInsnNode check, LabelNode block) {
        this.twin = twin;
        this.test = test;
        this.check = check;
        this.block = block;
        AbstractInsnNode at = block;
        while (!SaveForm.isSave(at) && !SaveForm.isGotoShared(at)) {
            at = Code.next(at);
        }
        if (SaveForm.isSave(at)) {
            shared = null;
            number = SaveForm.firstOfNumber(at.getPrevious());
        } else {
            shared = ((JumpInsnNode) at).label;
            number = SaveForm.firstOfNumber(at.getPrevious().getPrevious());
            for (at = shared; !SaveForm.isSave(at); ) {
                at = Code.next(at);
            }
        }
        save = (MethodInsnNode) at;
    }

    /** The reader of the point that the instruction of the twin tests, or null: others may test the flag as well. */
    static PointReader of(MethodNode twin, AbstractInsnNode insn) {
        if (!SaveForm.isTest(insn) || !(Code.next(insn) instanceof JumpInsnNode)) {
            return null;
        }
        JumpInsnNode jump = (JumpInsnNode) Code.next(insn);
        AbstractInsnNode check = jump;
        if (jump.getOpcode() == Opcodes.IFEQ && Code.next(jump).getOpcode() == Opcodes.GOTO) {
            // too far for 16 bits: ASM has written IFEQ on; GOTO_W save; on:
            jump = (JumpInsnNode) Code.next(jump);
            check = jump.getNext();
        }
        AbstractInsnNode first = Code.next(jump.label);
        boolean isPoint = first instanceof VarInsnNode && SaveForm.isLeave(Code.next(first));
        return isPoint ? new PointReader(twin, insn, check, jump.label) : null;
    }

    /** The number of the point. */
    int number() {
        return SaveForm.number(number);
    }

    /** The point; the class must have been read with expanded frames. */
    SavePoint read() {
        MethodLayout layout = MethodLayout.ofTwin(twin);
        AbstractInsnNode call = Code.previous(Code.previous(test));
        FrameNode frame = frame();
        List<Object> operands = new ArrayList<>(frame.stack);
        if (!SavePoint.result(call).equals(Type.VOID_TYPE)) {
            operands.remove(operands.size() - 1);
        }
        List<Integer> operandSlots = new ArrayList<>();
        AbstractInsnNode at = readOperands(frame, operands.size(), operandSlots);
        List<Integer> held = new ArrayList<>();
        at = readMonitors(at, layout, held);
        SavedValues.Slots saved = shared == null
                ? SavedValues.slots(at.getNext(), number, layout)
                : SavedValues.slots(shared, save.getPrevious(), layout);
        require(save.name.equals(
                SavedValues.name(saved.references().size(), saved.longs().size())));
        return new SavePoint(
                twin,
                layout,
                check,
                call,
                new ArrayList<>(frame.local),
                operands,
                operandSlots,
                saved.references(),
                saved.longs(),
                held);
    }

    /** Fills the list from the stores behind the call that leaves, and returns the last of them. */
    private AbstractInsnNode readOperands(FrameNode frame, int count, List<Integer> slots) {
        // the call that leaves, which has the context as an argument
        AbstractInsnNode at = Code.next(Code.next(frame));
        while (slots.size() < count) {
            at = Code.next(at);
            require(at.getOpcode() >= Opcodes.ISTORE && at.getOpcode() <= Opcodes.ASTORE);
            slots.add(((VarInsnNode) at).var);
        }
        // the last operand is stored first
        Collections.reverse(slots);
        return at;
    }

    /** Fills the list from the code that detaches monitors, and returns its last instruction. */
    private AbstractInsnNode readMonitors(AbstractInsnNode from, MethodLayout layout, List<Integer> slots) {
        AbstractInsnNode at = from;
        for (AbstractInsnNode insn = from; insn != number; insn = insn.getNext()) {
            if (SaveForm.isDetach(insn)) {
                int lock = ((VarInsnNode) Code.previous(Code.previous(insn))).var;
                require(layout.isLock(lock));
                slots.add(lock);
                // two instructions leave the monitor
                at = Code.next(Code.next(insn));
                require(at.getOpcode() == Opcodes.MONITOREXIT);
            }
        }
        // the innermost monitor is left first
        Collections.reverse(slots);
        return at;
    }

    private FrameNode frame() {
        AbstractInsnNode at = block;
        while (!(at instanceof FrameNode)) {
            require(at.getOpcode() < 0);
            at = at.getNext();
        }
        return (FrameNode) at;
    }

    private void require(boolean isForm) {
        if (!isForm) {
            throw new IllegalStateException("no save block of the known form in " + twin.name + twin.desc);
        }
    }
}

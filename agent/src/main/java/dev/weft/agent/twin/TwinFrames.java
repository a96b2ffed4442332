package dev.weft.agent.twin;

import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.layout.MethodLayout;
import dev.weft.agent.layout.VerificationTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Emits the stack map frames of a twin: the original's, with the twin's own locals, and those of its own code. */
final class TwinFrames {
    private final TwinDraft draft;
    private final TwinPlan plan;
    private final MethodLayout layout;
    private final MethodNode mv;

    TwinFrames(TwinDraft draft) {
        this.draft = draft;
        plan = draft.plan;
        layout = draft.layout;
        mv = draft.mv;
    }

    /** Types of the twin's locals where the original's are these, one per value. */
    List<Object> locals(Object[] original) {
        List<Object> result = VerificationTypes.perValue(Arrays.asList(original));
        layout.addTypes(result);
        return result;
    }

    /** The same when the operands are in the temporaries. */
    List<Object> localsWithTemps(Object[] original, List<Object> operands) {
        List<Object> locals = locals(original);
        VerificationTypes.padTo(locals, layout.temp(0));
        locals.addAll(VerificationTypes.perValue(operands));
        return locals;
    }

    private boolean isMoved(Object type) {
        return type instanceof Label && plan.movedNews().contains(plan.types().allocation(type));
    }

    /** Slots of the operand stack without moved allocations. */
    List<Object> presentSlots(List<Object> slots) {
        List<Object> result = new ArrayList<>(slots.size());
        for (Object slot : slots) {
            if (!isMoved(slot)) {
                result.add(slot);
            }
        }
        return result;
    }

    /** The twin's operands where the original's are these slots, one per value. */
    List<Object> operands(Object[] original) {
        return VerificationTypes.perValue(presentSlots(Arrays.asList(original)));
    }

    void emit(List<Object> locals, List<Object> stack) {
        dropFrameHere();
        mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
    }

    /**
     * Two frames of one place are no class file. Some generators write one behind each instruction, and the twin has no
     * {@code new} or {@code dup} where the author's code has it. The last of them is right: jumps to the others went on
     * to it.
     */
    private void dropFrameHere() {
        AbstractInsnNode last = mv.instructions.getLast();
        while (last instanceof LabelNode || last instanceof LineNumberNode) {
            last = last.getPrevious();
        }
        if (last instanceof FrameNode) {
            mv.instructions.remove(last);
        }
    }

    /** The frame of the original, with the twin's own locals. */
    void emit(FrameNode frame) {
        List<Object> locals = new ArrayList<>();
        for (Object type : frame.local) {
            if (!(type instanceof LabelNode)) {
                locals.add(type);
            } else if (isMoved(((LabelNode) type).getLabel())) {
                locals.add(Opcodes.TOP);
            } else {
                locals.add(draft.label((LabelNode) type));
            }
        }
        List<Object> stack = new ArrayList<>();
        for (Object type : frame.stack) {
            if (!(type instanceof LabelNode)) {
                stack.add(type);
            } else if (!isMoved(((LabelNode) type).getLabel())) {
                stack.add(draft.label((LabelNode) type));
            }
        }
        layout.addTypes(locals);
        emit(locals, stack);
    }
}

package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.MethodLayout;
import dev.weft.agent.layout.VerificationTypes;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A suspension point as read back from a twin.
 *
 * @param twin the method that holds it
 * @param layout which of its locals holds what
 * @param check the jump to the code that saves, or the label behind it; after that the resumed method goes on
 * @param call the call that suspended
 * @param locals verification types of the twin's locals where it saves, one per value
 * @param operands verification types of the operands, one per value, without the call's result
 * @param operandSlots the temporaries that the operands were moved to, same order
 * @param references slots saved as references, in the frame's order
 * @param longs slots saved as longs, in the frame's order
 * @param held slots of the monitors that were left, outermost first
 */
record SavePoint(
        MethodNode twin,
        MethodLayout layout,
        AbstractInsnNode check,
        AbstractInsnNode call,
        List<Object> locals,
        List<Object> operands,
        List<Integer> operandSlots,
        List<Integer> references,
        List<Integer> longs,
        List<Integer> held) {

    /** True if a reference is saved of which no class is known. */
    boolean isMerged() {
        int slot = 0;
        for (Object type : locals) {
            if (references.contains(slot) && Names.isMerged(type)) {
                return true;
            }
            slot += VerificationTypes.isWide(type) ? 2 : 1;
        }
        for (Object type : operands) {
            if (Names.isMerged(type)) {
                return true;
            }
        }
        return false;
    }

    /** What the call that suspended returns. */
    Type result() {
        return result(call);
    }

    /** What a call returns. */
    static Type result(AbstractInsnNode call) {
        return Type.getReturnType(
                call instanceof InvokeDynamicInsnNode
                        ? ((InvokeDynamicInsnNode) call).desc
                        : ((MethodInsnNode) call).desc);
    }

    /** Source line, or -1. */
    int line() {
        for (AbstractInsnNode at = call; at != null; at = at.getPrevious()) {
            if (at instanceof LineNumberNode) {
                return ((LineNumberNode) at).line;
            }
        }
        return -1;
    }
}

package dev.weft.agent.facts;

import dev.weft.agent.analysis.Flow;
import dev.weft.agent.analysis.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Objects that are on the operand stack, uninitialized, while their arguments are computed, and a suspension may happen
 * there: {@code NEW; DUP; args; INVOKESPECIAL <init>} becomes {@code args; NEW; DUP; args again; INVOKESPECIAL}, since
 * no heap frame can hold an uninitialized object (JVMS 4.10.1.2). Or in locals, where javac puts the operands while a
 * {@code switch} among the arguments handles exceptions: to store such an object and to load it vanish, too.
 */
final class MovedAllocations {
    private final Flow flow;
    private final Types types;
    private final Set<AbstractInsnNode> news;
    private final Set<AbstractInsnNode> copies = new HashSet<>();
    private final Map<AbstractInsnNode, Integer> inits = new HashMap<>();

    MovedAllocations(Flow flow, Types types, Set<AbstractInsnNode> news) throws StubReason {
        this.flow = flow;
        this.types = types;
        this.news = news;
        if (!news.isEmpty()) {
            for (int i = 0; i < flow.size(); i++) {
                inspect(i);
            }
        }
    }

    /** The instructions that copy moved objects. */
    Set<AbstractInsnNode> copies() {
        return copies;
    }

    /** The constructor calls of moved objects, with the number of copies on the stack. */
    Map<AbstractInsnNode, Integer> inits() {
        return inits;
    }

    private boolean isMoved(Object type) {
        return type instanceof Label && news.contains(types.allocation(type));
    }

    private void inspect(int i) throws StubReason {
        AbstractInsnNode insn = flow.insn(i);
        Types.State state = types.before(i);
        if (insn.getOpcode() < 0 || state == null) {
            return;
        }
        Object[] stack = state.stack();
        if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("<init>")) {
            inspectInit((MethodInsnNode) insn, stack);
        } else if (isCopy(insn, state)) {
            copies.add(insn);
        } else if (touchesMoved(stack, reach(insn.getOpcode()))) {
            throw new StubReason(StubReason.Reason.UNINITIALIZED_OBJECT, "shuffled on the stack");
        }
    }

    private boolean isCopy(AbstractInsnNode insn, Types.State state) {
        Object[] stack = state.stack();
        switch (insn.getOpcode()) {
            case Opcodes.DUP:
            case Opcodes.ASTORE:
                return stack.length > 0 && isMoved(stack[stack.length - 1]);
            case Opcodes.ALOAD:
                int local = ((VarInsnNode) insn).var;
                return local < state.locals().length && isMoved(state.locals()[local]);
            default:
                return false;
        }
    }

    /** How many of the topmost slots an instruction that can handle uninitialized objects touches. */
    private static int reach(int opcode) {
        switch (opcode) {
            case Opcodes.POP:
            case Opcodes.IFNULL:
            case Opcodes.IFNONNULL:
            case Opcodes.MONITORENTER:
            case Opcodes.MONITOREXIT:
                return 1;
            case Opcodes.POP2:
            case Opcodes.DUP_X1:
            case Opcodes.DUP2:
            case Opcodes.SWAP:
            case Opcodes.IF_ACMPEQ:
            case Opcodes.IF_ACMPNE:
                return 2;
            case Opcodes.DUP_X2:
            case Opcodes.DUP2_X1:
                return 3;
            case Opcodes.DUP2_X2:
                return 4;
            default:
                return 0;
        }
    }

    private boolean touchesMoved(Object[] stack, int slots) {
        for (int k = stack.length - 1; k >= 0 && k >= stack.length - slots; k--) {
            if (isMoved(stack[k])) {
                return true;
            }
        }
        return false;
    }

    private void inspectInit(MethodInsnNode insn, Object[] stack) throws StubReason {
        int receiver = stack.length - (Type.getArgumentsAndReturnSizes(insn.desc) >> 2);
        Object object = stack[receiver];
        if (!isMoved(object)) {
            return;
        }
        int copies = 0;
        for (int k = 0; k <= receiver; k++) {
            boolean isCopy = isMoved(stack[k]) && types.allocation(stack[k]) == types.allocation(object);
            if (isCopy) {
                copies++;
            } else if (copies > 0) {
                throw new StubReason(StubReason.Reason.UNINITIALIZED_OBJECT, "copies apart on the stack");
            }
        }
        inits.put(insn, copies);
    }
}

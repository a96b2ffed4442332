package dev.weft.agent.analysis;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The verification types of locals and operands around each instruction, as the type checker of JVMS 4.10.1 sees them:
 * taken from the stack map frames and carried forward through straight-line code. No class hierarchy is needed.
 *
 * <p>A state lists one element per slot, in the notation of ASM's {@code AnalyzerAdapter}: {@code Opcodes.INTEGER}, ..,
 * an internal name, a {@code Label} for an uninitialized object; long and double are followed by {@code Opcodes.TOP}.
 */
public final class Types {
    /** Types before or after an instruction; the arrays must not be changed. */
    public record State(Object[] locals, Object[] stack) {
        /** True while the constructor has not called another one: no frame can hold such a {@code this}. */
        public boolean isBeforeSuper() {
            return Arrays.asList(locals).contains(Opcodes.UNINITIALIZED_THIS)
                    || Arrays.asList(stack).contains(Opcodes.UNINITIALIZED_THIS);
        }
    }

    private final State[] before;
    private final State[] after;
    private final Map<Label, AbstractInsnNode> allocations = new HashMap<>();

    /** Analyses a method whose frames are expanded. */
    public Types(String owner, MethodNode method) {
        int n = method.instructions.size();
        before = new State[n];
        after = new State[n];
        Simulation simulation = new Simulation(owner, method);
        AbstractInsnNode[] insns = method.instructions.toArray();
        State current = null;
        for (int i = 0; i < n; i++) {
            AbstractInsnNode insn = insns[i];
            before[i] = i == 0 ? simulation.state() : current;
            insn.accept(simulation);
            // labels and line numbers change nothing: share the state
            current = insn.getOpcode() < 0 && insn.getType() != AbstractInsnNode.FRAME ? before[i] : simulation.state();
            after[i] = current;
            if (insn.getOpcode() == Opcodes.NEW) {
                rememberAllocation(insns, i, current);
            }
        }
    }

    private void rememberAllocation(AbstractInsnNode[] insns, int i, State state) {
        if (state != null) {
            allocations.put((Label) state.stack[state.stack.length - 1], insns[i]);
        }
        for (int k = i - 1; k >= 0 && insns[k].getOpcode() < 0; k--) {
            if (insns[k] instanceof LabelNode) {
                allocations.put(((LabelNode) insns[k]).getLabel(), insns[i]);
            }
        }
    }

    /** Types before the instruction, or null if it is unreachable. */
    public State before(int i) {
        return before[i];
    }

    /** Types after the instruction, or null if control does not go on behind it. */
    public State after(int i) {
        return after[i];
    }

    /** The NEW instruction of an uninitialized type. */
    public AbstractInsnNode allocation(Object uninitialized) {
        return allocations.get((Label) uninitialized);
    }

    private static final class Simulation extends AnalyzerAdapter {
        Simulation(String owner, MethodNode method) {
            super(Opcodes.ASM9, owner, method.access, method.name, method.desc, null);
        }

        State state() {
            return locals == null ? null : new State(copy(locals), copy(stack));
        }

        private static Object[] copy(List<Object> values) {
            return values.toArray();
        }
    }
}

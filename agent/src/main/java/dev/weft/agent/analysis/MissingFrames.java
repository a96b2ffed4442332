package dev.weft.agent.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Stack map frames for methods of class files before Java 6, which have none: inferred by data flow, as the VM's old
 * verifier does it. No class is loaded: where two classes meet, the frame says {@code java/lang/Object}. That is enough, since
 * the VM goes on inferring in such class files, and does not verify resumers; what reads the frames only wants to know which
 * slots hold references, numbers, or nothing.
 */
public final class MissingFrames {
    private final String owner;
    private final MethodNode method;
    private final Flow flow;
    private final Map<Object, Object> uninitialized = new HashMap<>();

    /** States before the instructions that control may be transferred to; null where it was not seen to be. */
    private final List<Object>[] locals;

    private final List<Object>[] stacks;
    private final boolean[] isTarget;
    private final Deque<Integer> pending = new ArrayDeque<>();
    private boolean isConsistent = true;

    @SuppressWarnings("unchecked")
    private MissingFrames(String owner, MethodNode method) {
        this.owner = owner;
        this.method = method;
        flow = new Flow(method);
        locals = (List<Object>[]) new List<?>[flow.size()];
        stacks = (List<Object>[]) new List<?>[flow.size()];
        isTarget = new boolean[flow.size()];
    }

    /**
     * Puts frames where control may be transferred to.
     *
     * @return false if types or heights of operands differ where paths meet; then the method is as it was
     */
    public static boolean add(String owner, MethodNode method) {
        nameAllocations(method);
        MissingFrames frames = new MissingFrames(owner, method);
        try {
            frames.infer();
        } catch (RuntimeException | AssertionError invalid) {
            return false;
        }
        if (frames.isConsistent) {
            frames.insert();
        }
        return frames.isConsistent;
    }

    /** An uninitialized object is known by the label of its allocation, which must not be made anew each time. */
    private static void nameAllocations(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.NEW && !(insn.getPrevious() instanceof LabelNode)) {
                method.instructions.insertBefore(insn, new LabelNode(new Label()));
            }
        }
    }

    private void infer() {
        for (int i = 0; i < flow.size(); i++) {
            for (int next : flow.successors(i)) {
                isTarget[next] |= next != i + 1 || neverGoesOn(flow.insn(i).getOpcode());
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            isTarget[flow.index(block.handler)] = true;
        }
        Simulation start = new Simulation(owner, method);
        flowInto(0, start.locals, start.stack);
        while (isConsistent && !pending.isEmpty()) {
            run(pending.poll());
        }
    }

    private static boolean neverGoesOn(int op) {
        return op == Opcodes.GOTO || op == Opcodes.TABLESWITCH || op == Opcodes.LOOKUPSWITCH;
    }

    /** Runs through straight-line code up to where other paths come in, or this one ends. */
    private void run(int from) {
        Simulation simulation = new Simulation(owner, method);
        simulation.uninitializedTypes = uninitialized;
        simulation.locals = new ArrayList<>(locals[from]);
        simulation.stack = new ArrayList<>(stacks[from]);
        for (int i = from; isConsistent; i++) {
            flowIntoHandlers(i, simulation.locals);
            flow.insn(i).accept(simulation);
            // a jump leaves no state behind where control does not go on; its targets see the state without its
            // operands
            List<Object> localsAfter = simulation.locals == null ? simulation.lastLocals : simulation.locals;
            List<Object> stackAfter = simulation.stack == null ? simulation.lastStack : simulation.stack;
            boolean goesOn = false;
            for (int next : flow.successors(i)) {
                if (next == i + 1 && !isTarget[next]) {
                    goesOn = true;
                } else {
                    flowInto(next, localsAfter, stackAfter);
                }
            }
            if (!goesOn) {
                return;
            }
        }
    }

    private void flowIntoHandlers(int i, List<Object> before) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (flow.index(block.start) <= i && i < flow.index(block.end)) {
                String type = block.type == null ? "java/lang/Throwable" : block.type;
                flowInto(flow.index(block.handler), before, List.of((Object) type));
            }
        }
    }

    private void flowInto(int target, List<Object> newLocals, List<Object> newStack) {
        if (locals[target] == null) {
            locals[target] = new ArrayList<>(newLocals);
            stacks[target] = new ArrayList<>(newStack);
            pending.add(target);
            return;
        }
        List<Object> merged = merged(locals[target], newLocals);
        List<Object> mergedStack = merged(stacks[target], newStack);
        isConsistent &= stacks[target].size() == newStack.size() && !losesOperand(stacks[target], mergedStack);
        if (isConsistent && !(merged.equals(locals[target]) && mergedStack.equals(stacks[target]))) {
            locals[target] = merged;
            stacks[target] = mergedStack;
            pending.add(target);
        }
    }

    private static boolean losesOperand(List<Object> before, List<Object> merged) {
        for (int i = 0; i < merged.size(); i++) {
            if (merged.get(i) == Opcodes.TOP && before.get(i) != Opcodes.TOP) {
                return true;
            }
        }
        return false;
    }

    private static List<Object> merged(List<Object> one, List<Object> two) {
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
            result.add(merged(one.get(i), two.get(i)));
        }
        return result;
    }

    private static Object merged(Object one, Object two) {
        if (one.equals(two)) {
            return one;
        } else if (one == Opcodes.NULL && two instanceof String) {
            return two;
        } else if (two == Opcodes.NULL && one instanceof String) {
            return one;
        }
        return one instanceof String && two instanceof String ? common((String) one, (String) two) : Opcodes.TOP;
    }

    /** {@code Object}, or an array of it with as many dimensions as both have. */
    private static String common(String one, String two) {
        int dimensions = 0;
        while (one.charAt(dimensions) == '[' && two.charAt(dimensions) == '[') {
            dimensions++;
        }
        boolean ofPrimitives = isPrimitiveArray(one, dimensions) || isPrimitiveArray(two, dimensions);
        int common = ofPrimitives ? dimensions - 1 : dimensions;
        return common <= 0 ? "java/lang/Object" : "[".repeat(common) + "Ljava/lang/Object;";
    }

    private static boolean isPrimitiveArray(String type, int dimensions) {
        return dimensions > 0 && type.length() == dimensions + 1;
    }

    private void insert() {
        InsnList code = method.instructions;
        AbstractInsnNode[] insns = code.toArray();
        for (int i = insns.length - 1; i >= 0; i--) {
            if (!isTarget[i] || locals[i] == null) {
                continue;
            }
            AbstractInsnNode at = insns[i];
            // several labels may stand for one place: one frame, behind the last, whose state all others flow into
            while (at.getNext() != null && at.getNext().getOpcode() < 0) {
                at = at.getNext();
            }
            if (!(at instanceof FrameNode)) {
                Object[] frameLocals = values(locals[i]);
                Object[] frameStack = values(stacks[i]);
                code.insert(
                        at,
                        new FrameNode(Opcodes.F_NEW, frameLocals.length, frameLocals, frameStack.length, frameStack));
            }
        }
    }

    /** One element for each value: long and double lose their second slot, the end its unused ones. */
    private Object[] values(List<Object> slots) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            Object type = slots.get(i);
            values.add(type instanceof Label ? labelNode((Label) type) : type);
            if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
                i++;
            }
        }
        while (!values.isEmpty() && values.get(values.size() - 1) == Opcodes.TOP) {
            values.remove(values.size() - 1);
        }
        return values.toArray();
    }

    private LabelNode labelNode(Label label) {
        return (LabelNode) Arrays.stream(method.instructions.toArray())
                .filter(node -> node instanceof LabelNode && ((LabelNode) node).getLabel() == label)
                .findFirst()
                .orElseThrow();
    }

    /** Keeps the state in front of an instruction behind which control does not go on. */
    private static final class Simulation extends AnalyzerAdapter {
        private List<Object> lastLocals;
        private List<Object> lastStack;

        Simulation(String owner, MethodNode method) {
            super(Opcodes.ASM9, owner, method.access, method.name, method.desc, null);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            lastLocals = locals;
            lastStack = stack;
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
            keepWithoutSelector();
            super.visitTableSwitchInsn(min, max, dflt, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
            keepWithoutSelector();
            super.visitLookupSwitchInsn(dflt, keys, labels);
        }

        private void keepWithoutSelector() {
            lastLocals = locals;
            lastStack = new ArrayList<>(stack.subList(0, stack.size() - 1));
        }
    }
}

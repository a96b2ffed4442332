package dev.weft.agent.analysis;

import dev.weft.agent.abi.Names;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Computes the stack map frames of methods from class files before Java 6, which have none, and replaces their
 * subroutines (JVMS 4.10.2.5) by copies.
 *
 * <p>Overview. The VM verifies such class files by inferring types itself, and ignores frames. So these only tell what
 * a heap frame must keep, and as what it is restored; no class is looked up. Where two classes meet, the type of a
 * local is the one that its author has declared, if the class file tells it; else it is {@link Names#MERGED}: resumers,
 * which are not verified, may do with it whatever the author does, but must be left to the interpreter.
 *
 * <p>Stays whole as one inference over the instructions of a method.
 */
public final class MissingFrames {
    private static final String OBJECT = "java/lang/Object";

    private final MethodNode method;
    private final AbstractInsnNode[] insns;
    private final Flow flow;
    private final String owner;
    private Simulation simulation;
    private final TreeMap<Integer, State> states = new TreeMap<>();
    private final Deque<Integer> work = new ArrayDeque<>();
    private final BitSet targets = new BitSet();

    /** Equal by code of its own: {@code ObjectMethods} may fail in a full heap, and for ever. */
    private record State(List<Object> locals, List<Object> stack) {
        @Override
        public boolean equals(Object other) {
            return other instanceof State
                    && locals.equals(((State) other).locals)
                    && stack.equals(((State) other).stack);
        }

        @Override
        public int hashCode() {
            return 31 * locals.hashCode() + stack.hashCode();
        }
    }

    private MissingFrames(String owner, MethodNode method) {
        this.method = method;
        this.owner = owner;
        insns = method.instructions.toArray();
        flow = new Flow(method);
        simulation = new Simulation(owner, method);
    }

    /** True if the method branches and has no stack map frames. */
    public static boolean areMissing(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode) {
                return false;
            }
        }
        return branches(method);
    }

    /** True if control may go elsewhere than to the next instruction. */
    public static boolean branches(MethodNode method) {
        boolean branches = !method.tryCatchBlocks.isEmpty();
        for (AbstractInsnNode insn : method.instructions) {
            int type = insn.getType();
            branches |= type == AbstractInsnNode.JUMP_INSN
                    || type == AbstractInsnNode.TABLESWITCH_INSN
                    || type == AbstractInsnNode.LOOKUPSWITCH_INSN;
        }
        return branches;
    }

    /**
     * A copy of the method with frames that are inferred, whether it had others or not, and without subroutines.
     *
     * @throws RuntimeException if the code is not valid
     */
    public static MethodNode added(String owner, MethodNode original) {
        Subroutines.check(original);
        MethodNode copy = new MethodNode(
                Opcodes.ASM9,
                original.access,
                original.name,
                original.desc,
                original.signature,
                original.exceptions.toArray(new String[0]));
        original.accept(new JSRInlinerAdapter(
                copy,
                original.access,
                original.name,
                original.desc,
                original.signature,
                original.exceptions.toArray(new String[0])));
        for (AbstractInsnNode insn : copy.instructions.toArray()) {
            if (insn instanceof FrameNode) {
                copy.instructions.remove(insn);
            }
        }
        labelAllocations(copy);
        new MissingFrames(owner, copy).add();
        return copy;
    }

    /** An uninitialized object is named by a label in front of its NEW. */
    private static void labelAllocations(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.NEW) {
                method.instructions.insertBefore(insn, new LabelNode());
            }
        }
    }

    private void add() {
        findTargets();
        reach(0, simulation.state());
        while (!work.isEmpty()) {
            follow(work.poll());
        }
        Map<Integer, FrameNode> frames = new TreeMap<>();
        for (Map.Entry<Integer, State> each : states.entrySet()) {
            if (targets.get(each.getKey())) {
                FrameNode frame = new FrameNode(Opcodes.F_NEW, 0, null, 0, null);
                frame.local = perValue(declared(each.getValue().locals, each.getKey()));
                frame.stack = perValue(each.getValue().stack);
                frames.put(each.getKey(), frame);
            }
        }
        for (Map.Entry<Integer, FrameNode> each : frames.entrySet()) {
            // from here on the flow's indexes are wrong
            method.instructions.insertBefore(insns[each.getKey()], each.getValue());
        }
    }

    private void findTargets() {
        for (int k = 0; k < insns.length; k++) {
            int type = insns[k].getType();
            int[] next = flow.successors(k);
            if (type == AbstractInsnNode.JUMP_INSN) {
                targets.set(place(next[0]));
            } else if (type == AbstractInsnNode.TABLESWITCH_INSN || type == AbstractInsnNode.LOOKUPSWITCH_INSN) {
                for (int target : next) {
                    targets.set(place(target));
                }
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            targets.set(place(flow.index(block.handler)));
        }
    }

    /** The instruction behind the labels and line numbers of a place. */
    private int place(int at) {
        int i = at;
        while (i + 1 < insns.length && insns[i].getOpcode() < 0) {
            i++;
        }
        return i;
    }

    private int firstLabelOf(int place) {
        int i = place;
        while (i > 0 && insns[i - 1].getOpcode() < 0) {
            i--;
        }
        return i;
    }

    /** Follows the code from there to the next place where control may come from elsewhere. */
    private void follow(int from) {
        State start = states.get(from);
        // a new one: the old one has not forgotten the labels that it has met last
        Map<Object, Object> allocations = simulation.uninitializedTypes;
        simulation = new Simulation(owner, method);
        simulation.uninitializedTypes = allocations;
        simulation.locals = new ArrayList<>(start.locals);
        simulation.stack = new ArrayList<>(start.stack);
        simulation.forgetLabels();
        for (int i = firstLabelOf(from); i < insns.length; i++) {
            if (insns[i].getOpcode() < 0) {
                insns[i].accept(simulation);
                continue;
            }
            if (i > from && targets.get(i)) {
                reach(i, simulation.state());
                return;
            }
            reachHandlers(i);
            State before = simulation.state();
            insns[i].accept(simulation);
            boolean goesOn = simulation.locals != null;
            State after = goesOn ? simulation.state() : afterJump(i, before);
            for (int next : flow.successors(i)) {
                if (!goesOn || next != i + 1) {
                    reach(next, after);
                }
            }
            if (!goesOn) {
                return;
            }
        }
    }

    private void reachHandlers(int i) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (flow.index(block.start) <= i && i < flow.index(block.end)) {
                reach(flow.index(block.handler), caught(block));
            }
        }
    }

    /**
     * The simulation forgets its state at jumps that never go on; what such an instruction pops is an int, or nothing.
     */
    private State afterJump(int i, State before) {
        List<Object> stack = new ArrayList<>(before.stack);
        if (insns[i].getOpcode() != Opcodes.GOTO && !stack.isEmpty()) {
            stack.remove(stack.size() - 1);
        }
        return new State(before.locals, stack);
    }

    private State caught(TryCatchBlockNode block) {
        List<Object> stack = new ArrayList<>();
        stack.add(block.type == null ? "java/lang/Throwable" : block.type);
        return new State(new ArrayList<>(simulation.locals), stack);
    }

    private void reach(int label, State state) {
        int at = place(label);
        State known = states.get(at);
        State met = known == null ? state : meet(known, state);
        if (!met.equals(known)) {
            states.put(at, met);
            if (!work.contains(at)) {
                work.add(at);
            }
        }
    }

    private static State meet(State a, State b) {
        if (a.stack.size() != b.stack.size()) {
            throw new IllegalStateException("stacks of different heights meet");
        }
        return new State(meet(a.locals, b.locals), meet(a.stack, b.stack));
    }

    private static List<Object> meet(List<Object> a, List<Object> b) {
        List<Object> result = new ArrayList<>();
        for (int k = 0; k < Math.min(a.size(), b.size()); k++) {
            result.add(meet(a.get(k), b.get(k)));
        }
        return result;
    }

    private static Object meet(Object a, Object b) {
        if (a.equals(b) || b == Opcodes.NULL && a instanceof String) {
            return a;
        } else if (a == Opcodes.NULL && b instanceof String) {
            return b;
        } else if (!(a instanceof String) || !(b instanceof String)) {
            return Opcodes.TOP;
        }
        return merged((String) a, (String) b);
    }

    /** What two classes have in common. */
    private static String merged(String a, String b) {
        int depth = Math.min(depthOfObjects(a), depthOfObjects(b));
        String common = isClass(a, depth) && isClass(b, depth) ? Names.MERGED : OBJECT;
        return depth == 0 ? common : "[".repeat(depth) + "L" + common + ";";
    }

    /** Whether the elements of arrays of so many dimensions are objects, neither arrays nor of any class. */
    private static boolean isClass(String type, int depth) {
        boolean isArray = type.lastIndexOf('[') + 1 > depth;
        return !isArray && !type.equals(OBJECT) && !type.endsWith("[L" + OBJECT + ";");
    }

    /** The locals at a place, with the author's types of those of which another one is not known. */
    private List<Object> declared(List<Object> locals, int at) {
        List<Object> result = new ArrayList<>(locals);
        if (method.localVariables != null) {
            for (LocalVariableNode each : method.localVariables) {
                boolean isThere = flow.index(each.start) <= at && at < flow.index(each.end);
                if (isThere && each.index < result.size() && Names.isMerged(result.get(each.index))) {
                    Type type = Type.getType(each.desc);
                    Object known = result.get(each.index);
                    result.set(each.index, type.getSort() < Type.ARRAY ? known : type.getInternalName());
                }
            }
        }
        return result;
    }

    /** How many dimensions an array of objects has that could hold it: an array of numbers is an object itself. */
    private static int depthOfObjects(String type) {
        int dimensions = type.lastIndexOf('[') + 1;
        return dimensions > 0 && type.charAt(dimensions) != 'L' ? dimensions - 1 : dimensions;
    }

    private List<Object> perValue(List<Object> slots) {
        List<Object> result = new ArrayList<>();
        for (int k = 0; k < slots.size(); k++) {
            Object type = slots.get(k);
            result.add(type instanceof Label ? labelNode((Label) type) : type);
            if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
                k++;
            }
        }
        return result;
    }

    private LabelNode labelNode(Label label) {
        for (AbstractInsnNode each : insns) {
            if (each instanceof LabelNode && ((LabelNode) each).getLabel() == label) {
                return (LabelNode) each;
            }
        }
        throw new NoSuchElementException("no such label");
    }

    /** The effect of single instructions. */
    private static final class Simulation extends AnalyzerAdapter {
        Simulation(String owner, MethodNode method) {
            super(Opcodes.ASM9, owner, method.access, method.name, method.desc, null);
        }

        State state() {
            return new State(new ArrayList<>(locals), new ArrayList<>(stack));
        }

        /** The adapter keeps labels until an instruction follows: a NEW would be named by one of another place. */
        void forgetLabels() {
            visitInsn(Opcodes.NOP);
        }
    }
}

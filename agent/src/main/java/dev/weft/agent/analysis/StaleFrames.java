package dev.weft.agent.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds stack map frames that the code does not have. The VM does not insist on those of version 50 (JVMS 4.10): where
 * they are wrong, as after tools that change code and not frames, it infers types itself. A heap frame that believed
 * them would keep a reference as a number.
 *
 * <p>Only kinds of values are compared, and that there are so many: which class a reference has makes no difference to
 * what is kept.
 */
public final class StaleFrames {
    private StaleFrames() {}

    /**
     * True if a frame says something else than the code, or leaves out what the code still uses.
     *
     * @param inferred the method as {@link MissingFrames#added} returns it for its code without frames
     */
    public static boolean areThere(MethodNode method, MethodNode inferred) {
        Map<Integer, FrameNode> said = byInstruction(method);
        Map<Integer, FrameNode> right = byInstruction(inferred);
        if (!said.keySet().containsAll(right.keySet())) {
            return true;
        }
        Map<FrameNode, Integer> numbers = new IdentityHashMap<>();
        right.forEach((number, frame) -> numbers.put(frame, number));
        Flow flow = new Flow(inferred);
        Liveness liveness = new Liveness(flow);
        for (int i = 0; i < flow.size(); i++) {
            if (flow.insn(i) instanceof FrameNode) {
                FrameNode frame = (FrameNode) flow.insn(i);
                if (!agree(said.get(numbers.get(frame)), frame, liveness.after(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Frames by the number of instructions in front of them. */
    private static Map<Integer, FrameNode> byInstruction(MethodNode method) {
        Map<Integer, FrameNode> result = new HashMap<>();
        int count = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode) {
                result.put(count, (FrameNode) insn);
            } else if (insn.getOpcode() >= 0) {
                count++;
            }
        }
        return result;
    }

    private static boolean agree(FrameNode said, FrameNode inferred, BitSet live) {
        BitSet all = new BitSet();
        all.set(0, inferred.stack.size() * 2);
        return slots(said.stack).size() == slots(inferred.stack).size()
                && agree(slots(said.stack), slots(inferred.stack), all)
                && agree(slots(said.local), slots(inferred.local), live);
    }

    private static boolean agree(List<Object> said, List<Object> inferred, BitSet used) {
        for (int k = 0; k < Math.max(said.size(), inferred.size()); k++) {
            Object claim = k < said.size() ? said.get(k) : Opcodes.TOP;
            Object type = k < inferred.size() ? inferred.get(k) : Opcodes.TOP;
            boolean isForgotten = claim == Opcodes.TOP && !used.get(k);
            if (!isForgotten && kind(claim) != kind(type)) {
                return false;
            }
        }
        return true;
    }

    private static List<Object> slots(List<Object> values) {
        List<Object> result = new ArrayList<>();
        for (Object value : values) {
            result.add(value);
            if (value == Opcodes.LONG || value == Opcodes.DOUBLE) {
                result.add(Opcodes.TOP);
            }
        }
        return result;
    }

    /** One object per kind: references, null among them, and uninitialized objects are a kind each. */
    private static Object kind(Object type) {
        if (type instanceof String || type == Opcodes.NULL) {
            return String.class;
        }
        return type instanceof Label || type instanceof LabelNode ? Label.class : type;
    }
}

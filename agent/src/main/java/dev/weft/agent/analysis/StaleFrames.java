package dev.weft.agent.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds stack map frames that the code does not have. The VM does not insist on those of version 50 (JVMS 4.10): where
 * they are wrong, as after tools that change code and not frames, it infers types itself. A heap frame that believed
 * them would keep a reference as a number.
 *
 * <p>Only kinds of values are compared, and that there are so many: which class a reference has makes no difference to
 * what is kept. But what a frame calls a plain object, and the code does not take for one, would be restored as such,
 * and the compilers would believe it.
 */
public final class StaleFrames {
    private static final String OBJECT = "java/lang/Object";

    private StaleFrames() {}

    /**
     * True if a frame says something else than the code, or leaves out what the code still uses.
     *
     * @param owner the class that holds the method
     * @param inferred the method as {@link MissingFrames#added} returns it for its code without frames
     */
    public static boolean areThere(String owner, MethodNode method, MethodNode inferred) {
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
        return usesPlainObjects(owner, method);
    }

    /** True if the code uses members of a class of what the frames call an {@code Object}. */
    private static boolean usesPlainObjects(String owner, MethodNode method) {
        Types types = new Types(owner, method);
        for (int i = 0; i < method.instructions.size(); i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            int depth = depthOfObject(insn);
            Types.State state = types.before(i);
            if (depth > 0 && state != null && depth <= state.stack().length) {
                boolean isPlain = OBJECT.equals(state.stack()[state.stack().length - depth]);
                if (isPlain) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How far below the top of the stack the object is whose member is used; 0 if none is, or one of any object. */
    private static int depthOfObject(AbstractInsnNode insn) {
        if (insn instanceof FieldInsnNode) {
            int size = Type.getType(((FieldInsnNode) insn).desc).getSize();
            boolean isRead = insn.getOpcode() == Opcodes.GETFIELD;
            return isRead ? 1 : insn.getOpcode() == Opcodes.PUTFIELD ? 1 + size : 0;
        } else if (insn.getOpcode() == Opcodes.INVOKEVIRTUAL) {
            MethodInsnNode call = (MethodInsnNode) insn;
            boolean isOfAny = call.owner.equals(OBJECT) || call.owner.startsWith("[");
            return isOfAny ? 0 : Type.getArgumentsAndReturnSizes(call.desc) >> 2;
        }
        return 0;
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

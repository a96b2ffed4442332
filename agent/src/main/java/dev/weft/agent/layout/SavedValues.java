package dev.weft.agent.layout;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The values that one heap frame keeps, and the code that hands them to it: references first, then primitives. */
public final class SavedValues {
    private record Value(int slot, Object type) {}

    private final List<Value> references = new ArrayList<>();
    private final List<Value> longs = new ArrayList<>();

    /** Adds a local; what can hold no value is passed over. */
    public void add(int slot, Object type) {
        if (type == Opcodes.TOP || type == Opcodes.NULL) {
            return;
        }
        (type instanceof String ? references : longs).add(new Value(slot, type));
    }

    /** At most so many operands are on the stack of that code. */
    public int stackNeeded() {
        return references.size() + 2 * longs.size() + 8;
    }

    private boolean fits() {
        return references.size() <= Names.MAX_A && longs.size() <= Names.MAX_J;
    }

    /** The name of the method that takes so many values. */
    public static String name(int references, int longs) {
        return references <= Names.MAX_A && longs <= Names.MAX_J ? "s" + references + "_" + longs : "x";
    }

    /**
     * {@code Save.s<n>_<m>(references.., longs.., context, Host.class, number)}, or with arrays where there are many.
     */
    public void emit(MethodVisitor mv, MethodLayout layout, String host, int number) {
        emitValues(mv, layout, host);
        SaveForm.emitNumber(mv, number);
        emitCall(mv);
    }

    /** The same, where a local has the point's number. */
    public void emitShared(MethodVisitor mv, MethodLayout layout, String host, int numberSlot) {
        emitValues(mv, layout, host);
        mv.visitVarInsn(Opcodes.ILOAD, numberSlot);
        emitCall(mv);
    }

    /** The same text for values by which the same code is emitted. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (List<Value> values : List.of(references, longs)) {
            for (Value value : values) {
                text.append(VerificationTypes.load(value.type))
                        .append(' ')
                        .append(value.slot)
                        .append(';');
            }
        }
        return text.toString();
    }

    /** The least that locals must be known to be, one per value, so that the code can be emitted. */
    public List<Object> localTypes(MethodLayout layout, int numberSlot) {
        Object[] slots = new Object[numberSlot + 1];
        Arrays.fill(slots, Opcodes.TOP);
        for (Value value : references) {
            slots[value.slot] = "java/lang/Object";
        }
        for (Value value : longs) {
            slots[value.slot] = value.type;
        }
        slots[layout.context()] = Names.CONTEXT;
        slots[numberSlot] = Opcodes.INTEGER;
        return VerificationTypes.perValue(Arrays.asList(slots));
    }

    private void emitValues(MethodVisitor mv, MethodLayout layout, String host) {
        if (fits()) {
            for (Value value : references) {
                push(mv, value);
            }
            for (Value value : longs) {
                push(mv, value);
            }
        } else {
            emitArrays(mv);
        }
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitLdcInsn(Type.getObjectType(host));
    }

    private void emitCall(MethodVisitor mv) {
        String values = fits()
                ? Names.OBJECT_D.repeat(references.size()) + "J".repeat(longs.size())
                : "[" + Names.OBJECT_D + "[J";
        String desc = "(" + values + Names.CONTEXT_D + "Ljava/lang/Class;I)V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.SAVE, name(references.size(), longs.size()), desc, false);
    }

    /** As calls, which take half of the bytes that stores into arrays take: docs/decisions/0079. */
    private void emitArrays(MethodVisitor mv) {
        emitArray(mv, references, "references", "a", Names.OBJECT_D);
        emitArray(mv, longs, "longs", "j", "J");
    }

    /** {@code array = Reserve.<make>(n); Fill.<fill>8(array, v0, .., v7, 0); Fill.<fill>2(array, v8, v9, 8)}. */
    private static void emitArray(MethodVisitor mv, List<Value> values, String make, String fill, String desc) {
        Registers.pushInt(mv, values.size());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.RESERVE, make, "(I)[" + desc, false);
        for (int from = 0; from < values.size(); from += Names.MAX_FILL) {
            int count = Math.min(Names.MAX_FILL, values.size() - from);
            mv.visitInsn(Opcodes.DUP);
            for (Value value : values.subList(from, from + count)) {
                push(mv, value);
            }
            Registers.pushInt(mv, from);
            String fillDesc = "([" + desc + desc.repeat(count) + "I)V";
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FILL, fill + count, fillDesc, false);
        }
    }

    private static void push(MethodVisitor mv, Value value) {
        mv.visitVarInsn(VerificationTypes.load(value.type), value.slot);
        VerificationTypes.toLong(mv, value.type);
    }

    /**
     * Slots of the values, in the frame's order.
     *
     * @param references those of references
     * @param longs those of primitive values
     */
    public record Slots(List<Integer> references, List<Integer> longs) {}

    /** What the code hands over that lies between an instruction and the push of the point's number. */
    public static Slots slots(AbstractInsnNode from, AbstractInsnNode number, MethodLayout layout) {
        Slots found = new Slots(new ArrayList<>(), new ArrayList<>());
        for (AbstractInsnNode insn = from; insn != number; insn = insn.getNext()) {
            // the context is an argument too, and is not saved
            if (insn instanceof VarInsnNode && ((VarInsnNode) insn).var != layout.context()) {
                boolean isReference = insn.getOpcode() == Opcodes.ALOAD;
                (isReference ? found.references : found.longs).add(((VarInsnNode) insn).var);
            }
        }
        return found;
    }
}

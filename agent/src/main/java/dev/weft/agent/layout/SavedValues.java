package dev.weft.agent.layout;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
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
        StringBuilder desc = new StringBuilder("(");
        if (fits()) {
            for (Value value : references) {
                mv.visitVarInsn(Opcodes.ALOAD, value.slot);
                desc.append(Names.OBJECT_D);
            }
            for (Value value : longs) {
                push(mv, value);
                desc.append('J');
            }
        } else {
            emitArrays(mv);
            desc.append("[").append(Names.OBJECT_D).append("[J");
        }
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitLdcInsn(Type.getObjectType(host));
        Registers.pushInt(mv, number);
        desc.append(Names.CONTEXT_D).append("Ljava/lang/Class;I)V");
        String name = name(references.size(), longs.size());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.SAVE, name, desc.toString(), false);
    }

    private void emitArrays(MethodVisitor mv) {
        Registers.pushInt(mv, references.size());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.RESERVE, "references", "(I)[" + Names.OBJECT_D, false);
        for (int k = 0; k < references.size(); k++) {
            mv.visitInsn(Opcodes.DUP);
            Registers.pushInt(mv, k);
            mv.visitVarInsn(Opcodes.ALOAD, references.get(k).slot);
            mv.visitInsn(Opcodes.AASTORE);
        }
        Registers.pushInt(mv, longs.size());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.RESERVE, "longs", "(I)[J", false);
        for (int k = 0; k < longs.size(); k++) {
            mv.visitInsn(Opcodes.DUP);
            Registers.pushInt(mv, k);
            push(mv, longs.get(k));
            mv.visitInsn(Opcodes.LASTORE);
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

    /** What the code hands over that lies between an instruction and the call that makes the frame. */
    public static Slots slots(AbstractInsnNode from, AbstractInsnNode save, MethodLayout layout) {
        Slots found = new Slots(new ArrayList<>(), new ArrayList<>());
        for (AbstractInsnNode insn = from; insn != save; insn = insn.getNext()) {
            // the context is an argument too, and is not saved
            if (insn instanceof VarInsnNode && ((VarInsnNode) insn).var != layout.context()) {
                boolean isReference = insn.getOpcode() == Opcodes.ALOAD;
                (isReference ? found.references : found.longs).add(((VarInsnNode) insn).var);
            }
        }
        return found;
    }
}

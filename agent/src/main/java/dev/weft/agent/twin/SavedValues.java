package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The values that one heap frame keeps, and the code that hands them to it: references first, then primitives. */
final class SavedValues {
    private record Value(int slot, Object type) {}

    private final List<Value> references = new ArrayList<>();
    private final List<Value> longs = new ArrayList<>();

    /** Adds a local; what can hold no value is passed over. */
    void add(int slot, Object type) {
        if (type == Opcodes.TOP || type == Opcodes.NULL) {
            return;
        }
        (type instanceof String ? references : longs).add(new Value(slot, type));
    }

    int stackNeeded() {
        return references.size() + 2 * longs.size() + 8;
    }

    private boolean fits() {
        return references.size() <= Names.MAX_A && longs.size() <= Names.MAX_J;
    }

    /**
     * {@code Save.s<n>_<m>(references.., longs.., context, Host.class, number)}, or with arrays where there are many.
     */
    void emit(MethodVisitor mv, int context, String host, int number) {
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
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitLdcInsn(Type.getObjectType(host));
        Registers.pushInt(mv, number);
        desc.append(Names.CONTEXT_D).append("Ljava/lang/Class;I)V");
        String name = fits() ? "s" + references.size() + "_" + longs.size() : "x";
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
}

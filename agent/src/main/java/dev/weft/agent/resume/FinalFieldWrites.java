package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.Registers;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Writes of final fields in the rest of a constructor, and their freeze at its end: only the constructor itself may
 * write them (JVMS 6.5 putfield); of class files before version 53 any method of the class, static ones too. These are
 * written to the class.
 */
final class FinalFieldWrites {
    private final ClassNode host;

    FinalFieldWrites(ClassNode host) {
        this.host = host;
    }

    /** True if the instruction writes a final field of the class. */
    boolean isFinal(AbstractInsnNode insn) {
        if (insn.getOpcode() != Opcodes.PUTFIELD && insn.getOpcode() != Opcodes.PUTSTATIC) {
            return false;
        }
        FieldInsnNode put = (FieldInsnNode) insn;
        if (!put.owner.equals(host.name)) {
            return false;
        }
        for (FieldNode field : host.fields) {
            if (field.name.equals(put.name) && field.desc.equals(put.desc)) {
                return (field.access & Opcodes.ACC_FINAL) != 0;
            }
        }
        return false;
    }

    /** The end of a constructor's rest is what its own end is to who reads the final fields (JLS 17.5.1). */
    void emitFreeze(MethodVisitor mv, MethodNode twin) {
        if (twin.name.equals("<init>") && hasFinalFields()) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FINAL_FIELDS, "freeze", "()V", false);
        }
    }

    private boolean hasFinalFields() {
        for (FieldNode field : host.fields) {
            if ((field.access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == Opcodes.ACC_FINAL) {
                return true;
            }
        }
        return false;
    }

    /** Obfuscators give one name to several fields, of different types (JVMS 4.5). */
    private boolean isOnlyOneOfItsName(String name) {
        int found = 0;
        for (FieldNode field : host.fields) {
            found += field.name.equals(name) ? 1 : 0;
        }
        return found == 1;
    }

    /** True where the VM allows the write in a method of the class that is not its initializer, or one's twin. */
    private boolean isAllowed(FieldInsnNode insn, MethodNode twin) {
        boolean isInConstructor = insn.getOpcode() == Opcodes.PUTFIELD && twin.name.equals("<init>");
        return isInConstructor || (host.version & 0xFFFF) < Opcodes.V9;
    }

    /** {@code FinalFields.refuse(..)}, which throws, and to the verifier takes what the instruction does. */
    private void emitRefusal(MethodVisitor mv, FieldInsnNode insn, MethodNode twin) {
        boolean isStatic = insn.getOpcode() == Opcodes.PUTSTATIC;
        mv.visitLdcInsn("Update to " + (isStatic ? "static" : "non-static") + " final field "
                + host.name.replace('/', '.') + "." + insn.name + " attempted from a different method ("
                + Names.authorsName(twin.name) + ") than the initializer method "
                + (isStatic ? "<clinit> " : "<init> "));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FINAL_FIELDS, "refuse", "(Ljava/lang/String;)V", false);
        mv.visitInsn(Type.getType(insn.desc).getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
        if (!isStatic) {
            mv.visitInsn(Opcodes.POP);
        }
    }

    /** {@code FinalFields.putFinal(object, value, Host.class, name)}, in the place of such an instruction. */
    void emit(MethodVisitor mv, FieldInsnNode insn, MethodNode twin) {
        if (!isAllowed(insn, twin)) {
            emitRefusal(mv, insn, twin);
            return;
        }
        Type type = Type.getType(insn.desc);
        Registers.narrow(mv, type);
        if (insn.getOpcode() == Opcodes.PUTSTATIC) {
            mv.visitLdcInsn(Type.getObjectType(host.name));
            mv.visitInsn(type.getSize() == 1 ? Opcodes.SWAP : Opcodes.DUP_X2);
            if (type.getSize() == 2) {
                mv.visitInsn(Opcodes.POP);
            }
        }
        mv.visitLdcInsn(Type.getObjectType(host.name));
        boolean isFoundByName = insn.getOpcode() == Opcodes.PUTFIELD && isOnlyOneOfItsName(insn.name);
        mv.visitLdcInsn(isFoundByName ? insn.name : insn.name + "." + insn.desc);
        String value = type.getSort() >= Type.ARRAY ? Names.OBJECT_D : insn.desc;
        String desc = "(" + Names.OBJECT_D + value + "Ljava/lang/Class;Ljava/lang/String;)V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FINAL_FIELDS, "putFinal", desc, false);
    }
}

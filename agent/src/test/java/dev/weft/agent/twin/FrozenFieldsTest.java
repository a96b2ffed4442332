package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.agent.abi.Names;
import dev.weft.agent.resume.ResumerGenerator;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Each way out of the rest of a constructor is a freeze of final fields (JLS 17.5.1), which no run on x86 shows. */
class FrozenFieldsTest {
    private final Weaving weaving = new Weaving();

    /** A constructor, or a method, that calls, then returns at one of two places. */
    private static byte[] host(String method, int fieldAccess) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Host", null, "java/lang/Object", null);
        writer.visitField(fieldAccess, "field", "I", null, null).visitEnd();
        MethodVisitor mv = writer.visitMethod(0, method, "()V", null, null);
        mv.visitCode();
        if (method.equals("<init>")) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        }
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        var other = new org.objectweb.asm.Label();
        mv.visitJumpInsn(Opcodes.IFEQ, other);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(other);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        return writer.toByteArray();
    }

    private int freezes(String method, int fieldAccess) {
        ClassNode resumer = new ClassNode();
        byte[] woven = weaving.weave(host(method, fieldAccess), false);
        new ClassReader(ResumerGenerator.generate(woven, 0, true)).accept(resumer, 0);
        int found = 0;
        for (var each : resumer.methods) {
            for (AbstractInsnNode insn : each.instructions) {
                found += insn instanceof MethodInsnNode call && call.owner.equals(Names.FINAL_FIELDS) ? 1 : 0;
            }
        }
        return found;
    }

    @Test
    void eachReturnOfAConstructorWithFinalFieldsIsAFreeze() {
        assertEquals(2, freezes("<init>", Opcodes.ACC_FINAL));
    }

    @Test
    void whatHasNothingToFreezeHasNoFreeze() {
        assertEquals(0, freezes("<init>", 0), "no final field");
        assertEquals(0, freezes("<init>", Opcodes.ACC_FINAL | Opcodes.ACC_STATIC), "a static one");
        assertEquals(0, freezes("run", Opcodes.ACC_FINAL), "no constructor");
    }
}

package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.resume.ResumerGenerator;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** Class files without stack map frames, and with subroutines. */
class OldClassFileTest {
    private final Weaving weaving = new Weaving();
    private final Map<StubReason.Reason, Integer> stubs = weaving.stubs;
    private final Set<String> full = weaving.full;

    private byte[] weave(byte[] file) {
        return weaving.weave(file, false);
    }

    private static ClassWriter writer() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Old", null, "java/lang/Object", null);
        return writer;
    }

    private static void call(MethodVisitor mv, String desc) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", desc, false);
    }

    private static void verifyAll(byte[] woven) {
        ClassNode host = new ClassNode();
        new ClassReader(woven).accept(host, ClassReader.EXPAND_FRAMES);
        int points = 0;
        for (MethodNode method : host.methods) {
            verify(host, method);
            for (var insn : method.instructions) {
                boolean saves = insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.SAVE);
                points += saves ? 1 : 0;
            }
        }
        assertTrue(points > 0);
        for (int point = 0; point < points; point++) {
            ClassNode resumer = new ClassNode();
            new ClassReader(ResumerGenerator.generate(woven, point, true)).accept(resumer, 0);
            resumer.methods.forEach(each -> verify(resumer, each));
        }
    }

    private static void verify(ClassNode host, MethodNode method) {
        try {
            new Analyzer<>(new BasicVerifier()).analyze(host.name, method);
        } catch (AnalyzerException e) {
            throw new AssertionError(host.name + "." + method.name + method.desc, e);
        }
    }

    /** As Jython's classes have it: before version 53, any method of a class may write its final fields. */
    @Test
    void aResumerWritesStaticFinalFieldsByTheRuntime() {
        ClassWriter writer = writer();
        writer.visitField(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "text", "Ljava/lang/String;", null, null);
        writer.visitField(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "number", "J", null, null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "fill", "()V", null, null);
        call(mv, "()Ljava/lang/String;");
        mv.visitFieldInsn(Opcodes.PUTSTATIC, "Old", "text", "Ljava/lang/String;");
        call(mv, "()J");
        mv.visitFieldInsn(Opcodes.PUTSTATIC, "Old", "number", "J");
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        writer.visitEnd();
        byte[] woven = weave(writer.toByteArray());
        verifyAll(woven);
        ClassNode resumer = new ClassNode();
        new ClassReader(ResumerGenerator.generate(woven, 0, true)).accept(resumer, 0);
        int written = 0;
        for (MethodNode method : resumer.methods) {
            for (var insn : method.instructions) {
                assertTrue(insn.getOpcode() != Opcodes.PUTSTATIC, method.name);
                written += insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("putFinal") ? 1 : 0;
            }
        }
        assertEquals(2, written);
    }

    @Test
    void aMethodThatBranchesGetsAFullTwinWithoutFrames() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(
                Opcodes.ACC_STATIC, "loop", "(Ljava/lang/String;JLjava/lang/Integer;)Ljava/lang/Object;", null, null);
        Label head = new Label();
        Label other = new Label();
        Label meet = new Label();
        Label end = new Label();
        mv.visitVarInsn(Opcodes.LLOAD, 1);
        mv.visitVarInsn(Opcodes.LSTORE, 4);
        mv.visitLabel(head);
        mv.visitVarInsn(Opcodes.LLOAD, 4);
        call(mv, "(J)I");
        mv.visitJumpInsn(Opcodes.IFEQ, end);
        mv.visitInsn(Opcodes.ICONST_5);
        call(mv, "()I");
        mv.visitJumpInsn(Opcodes.IFNE, other);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitJumpInsn(Opcodes.GOTO, meet);
        mv.visitLabel(other);
        mv.visitVarInsn(Opcodes.ALOAD, 3);
        mv.visitLabel(meet);
        mv.visitInsn(Opcodes.SWAP);
        mv.visitVarInsn(Opcodes.ISTORE, 7);
        mv.visitVarInsn(Opcodes.ASTORE, 6);
        mv.visitVarInsn(Opcodes.ALOAD, 6);
        call(mv, "(Ljava/lang/Object;)V");
        mv.visitVarInsn(Opcodes.ALOAD, 6);
        call(mv, "()V");
        call(mv, "(Ljava/lang/Object;)V");
        mv.visitJumpInsn(Opcodes.GOTO, head);
        mv.visitLabel(end);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(0, 0);
        verifyAll(weave(writer.toByteArray()));
        assertEquals(Set.of("loop"), full);
        assertTrue(stubs.isEmpty());
    }

    /** {@code new Other(}, and its first argument, which is null on one of two ways. */
    private static void beginNewWithBranch(MethodVisitor mv) {
        Label other = new Label();
        Label meet = new Label();
        mv.visitTypeInsn(Opcodes.NEW, "Other");
        mv.visitInsn(Opcodes.DUP);
        call(mv, "()I");
        mv.visitJumpInsn(Opcodes.IFNE, other);
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitJumpInsn(Opcodes.GOTO, meet);
        mv.visitLabel(other);
        call(mv, "()[[I");
        mv.visitLabel(meet);
    }

    @Test
    void aNewObjectMayHaveABranchAmongItsArguments() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "make", "()Ljava/lang/Object;", null, null);
        beginNewWithBranch(mv);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "Other", "<init>", "([[I)V", false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(0, 0);
        verifyAll(weave(writer.toByteArray()));
        assertEquals(Set.of("make"), full);
    }

    @Test
    void aNewObjectWithABranchAmongItsArgumentsMayStandBehindALoop() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "make", "(I)Ljava/lang/Object;", null, null);
        Label loops = new Label();
        Label head = new Label();
        Label make = new Label();
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitJumpInsn(Opcodes.IFNE, loops);
        call(mv, "()Ljava/lang/Integer;");
        mv.visitVarInsn(Opcodes.ASTORE, 1);
        mv.visitJumpInsn(Opcodes.GOTO, make);
        mv.visitLabel(loops);
        call(mv, "()Ljava/lang/String;");
        mv.visitVarInsn(Opcodes.ASTORE, 1);
        mv.visitLabel(head);
        call(mv, "()I");
        mv.visitJumpInsn(Opcodes.IFEQ, make);
        mv.visitJumpInsn(Opcodes.GOTO, head);
        mv.visitLabel(make);
        beginNewWithBranch(mv);
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "Other", "<init>", "([[ILjava/lang/Object;)V", false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(0, 0);
        verifyAll(weave(writer.toByteArray()));
        assertEquals(Set.of("make"), full);
    }

    /** JVMS 4.10.2.5: the outer subroutine's caller goes on. ASM would copy the inner one as if it had returned. */
    @Test
    void aSubroutineThatReturnsForAnotherOneGetsAPinnedStub() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "both", "()V", null, null);
        Label outer = new Label();
        Label inner = new Label();
        mv.visitJumpInsn(Opcodes.JSR, outer);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(outer);
        mv.visitVarInsn(Opcodes.ASTORE, 1);
        mv.visitJumpInsn(Opcodes.JSR, inner);
        mv.visitVarInsn(Opcodes.RET, 1);
        mv.visitLabel(inner);
        mv.visitVarInsn(Opcodes.ASTORE, 2);
        call(mv, "()V");
        mv.visitVarInsn(Opcodes.RET, 1);
        mv.visitMaxs(0, 0);
        weave(writer.toByteArray());
        assertEquals(Map.of(StubReason.Reason.NO_FRAMES, 1), stubs);
    }

    @Test
    void aSubroutineIsCopied() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "old", "(I)I", null, null);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label subroutine = new Label();
        mv.visitTryCatchBlock(start, end, handler, null);
        mv.visitLabel(start);
        call(mv, "()V");
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.JSR, subroutine);
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitLabel(handler);
        mv.visitVarInsn(Opcodes.ASTORE, 1);
        mv.visitJumpInsn(Opcodes.JSR, subroutine);
        mv.visitVarInsn(Opcodes.ALOAD, 1);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(subroutine);
        mv.visitVarInsn(Opcodes.ASTORE, 2);
        call(mv, "()V");
        mv.visitVarInsn(Opcodes.RET, 2);
        mv.visitMaxs(0, 0);
        verifyAll(weave(writer.toByteArray()));
        assertEquals(Set.of("old"), full);
    }

    /** For the longer form of the jump ASM looks for frames in all methods, and finds none in a subroutine. */
    @Test
    void aSubroutineMayStandBesideAJumpThatIsTooLong() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "old", "()V", null, null);
        Label subroutine = new Label();
        mv.visitJumpInsn(Opcodes.JSR, subroutine);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(subroutine);
        mv.visitVarInsn(Opcodes.ASTORE, 0);
        call(mv, "()V");
        mv.visitVarInsn(Opcodes.RET, 0);
        mv.visitMaxs(0, 0);
        mv = writer.visitMethod(Opcodes.ACC_STATIC, "far", "(I)V", null, null);
        Label top = new Label();
        mv.visitLabel(top);
        // in the plain copy it is just short enough, in the twin it is not
        for (int i = 0; i < 10; i++) {
            call(mv, "()V");
        }
        for (int i = 0; i < 10_900; i++) {
            mv.visitIincInsn(0, 1);
        }
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitJumpInsn(Opcodes.IFLT, top);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        verifyAll(weave(writer.toByteArray()));
        assertEquals(Set.of("old", "far"), full);
    }

    /** The VM never reads this attribute of CLDC; ReflectASM 1.11 writes such, and Javassist some beside frames. */
    @Test
    void aStackMapThatIsNonsenseIsNotLookedAt() {
        for (int version : new int[] {Opcodes.V1_1, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_8}) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            writer.visit(version, Opcodes.ACC_SUPER, "Old", null, "java/lang/Object", null);
            MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "choose", "(I)I", null, null);
            Label other = new Label();
            mv.visitVarInsn(Opcodes.ILOAD, 0);
            mv.visitJumpInsn(Opcodes.IFEQ, other);
            call(mv, "()V");
            mv.visitLabel(other);
            if (version == Opcodes.V1_8) {
                mv.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
            mv.visitLineNumber(5, other);
            mv.visitVarInsn(Opcodes.ILOAD, 0);
            mv.visitInsn(Opcodes.IRETURN);
            mv.visitAttribute(new StackMap());
            mv.visitMaxs(0, 0);
            verifyAll(weave(writer.toByteArray()));
        }
        assertEquals(Set.of("choose"), full);
        assertTrue(stubs.isEmpty());
    }

    private static final class StackMap extends Attribute {
        StackMap() {
            super("StackMap");
        }

        @Override
        public boolean isCodeAttribute() {
            return true;
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int length, int stack, int locals) {
            // one frame at 0, with one local of an unknown kind
            return new ByteVector()
                    .putShort(1)
                    .putShort(0)
                    .putShort(1)
                    .putByte(77)
                    .putShort(0);
        }
    }

    @Test
    void aShortMethodThatBranchesIsNotTakenForAStraightOne() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "isSet", "(I)Z", null, null);
        Label no = new Label();
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitJumpInsn(Opcodes.IFEQ, no);
        mv.visitInsn(Opcodes.ICONST_1);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitLabel(no);
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitMaxs(0, 0);
        ClassNode host = new ClassNode();
        new ClassReader(weave(writer.toByteArray())).accept(host, 0);
        host.methods.forEach(each -> verify(host, each));
        assertEquals(1, stubs.get(StubReason.Reason.NEVER_SUSPENDS));
    }

    @Test
    void monitorsThatAreNotLeftInReverseOrderGetAPinnedStub() {
        ClassWriter writer = writer();
        MethodVisitor mv =
                writer.visitMethod(Opcodes.ACC_STATIC, "cross", "(Ljava/lang/Object;Ljava/lang/Object;)V", null, null);
        for (int slot : new int[] {0, 1}) {
            mv.visitVarInsn(Opcodes.ALOAD, slot);
            mv.visitInsn(Opcodes.MONITORENTER);
        }
        call(mv, "()V");
        for (int slot : new int[] {0, 1}) {
            mv.visitVarInsn(Opcodes.ALOAD, slot);
            mv.visitInsn(Opcodes.MONITOREXIT);
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        weave(writer.toByteArray());
        assertEquals(1, stubs.get(StubReason.Reason.UNBALANCED_MONITORS));
    }

    @Test
    void aNameWithTheMarkOfTwinsIsAMethodLikeOthers() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "m$weft", "()V", null, null);
        call(mv, "()V");
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        ClassNode host = new ClassNode();
        new ClassReader(weave(writer.toByteArray())).accept(host, 0);
        assertTrue(host.methods.stream().anyMatch(each -> each.name.equals("m$weft$weft")));
        assertFalse(full.isEmpty());
    }
}

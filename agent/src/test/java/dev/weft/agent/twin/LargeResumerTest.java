package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** Resumers stay within what a class file can hold. */
class LargeResumerTest {
    private static final int LOCALS = 300;
    private final Weaving weaving = new Weaving();

    private static ClassNode node(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    private static MethodNode resume(byte[] file) {
        ClassNode resumer = node(file);
        MethodNode method = resumer.methods.stream()
                .filter(each -> each.name.equals("resume"))
                .findFirst()
                .orElseThrow();
        try {
            new Analyzer<>(new BasicVerifier()).analyze(resumer.name, method);
        } catch (AnalyzerException e) {
            throw new AssertionError(resumer.name, e);
        }
        return method;
    }

    /**
     * {@code static void run(int i)}: loops around each other, then so many statements, each with a branch, and a call.
     */
    private static byte[] loops(int depth, int statements, int locals) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Loops", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "run", "(I)V", null, null);
        mv.visitCode();
        for (int slot = 1; slot < locals; slot++) {
            mv.visitInsn(Opcodes.ICONST_0);
            mv.visitVarInsn(Opcodes.ISTORE, slot);
        }
        List<Label> heads = new ArrayList<>();
        for (int k = 0; k < depth; k++) {
            heads.add(new Label());
            mv.visitLabel(heads.get(k));
            mv.visitInsn(Opcodes.NOP);
        }
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        mv.visitVarInsn(Opcodes.ISTORE, 0);
        for (int k = 0; k < statements; k++) {
            Label on = new Label();
            mv.visitVarInsn(Opcodes.ILOAD, 0);
            mv.visitJumpInsn(Opcodes.IFEQ, on);
            mv.visitIincInsn(0, 1000);
            mv.visitLabel(on);
        }
        for (int k = depth - 1; k >= 0; k--) {
            mv.visitVarInsn(Opcodes.ILOAD, 0);
            mv.visitJumpInsn(Opcodes.IFNE, heads.get(k));
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void localsWithoutNamesAreNamedOnceHoweverManyCopiesThereAre() {
        byte[] woven = weaving.weave(loops(1, 300, LOCALS), false);
        MethodNode resume = resume(ResumerGenerator.generate(woven, 0, true));
        // the frame and the context, and each local of the author's; a table has no room for 65,536
        assertEquals(2 + LOCALS, resume.localVariables.size());
    }

    /** Two entries that overlap are a table; the same one twice is none, and the VM would refuse the resumer. */
    @Test
    void aVariableThatIsNamedTwiceFromTheStartIsNamedOnceInTheRest() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Twice", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "twice", "(I)I", null, null);
        Label first = new Label();
        Label second = new Label();
        Label end = new Label();
        mv.visitLabel(first);
        mv.visitInsn(Opcodes.NOP);
        mv.visitLabel(second);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitInsn(Opcodes.IADD);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitLabel(end);
        mv.visitLocalVariable("x", "I", null, first, end, 0);
        mv.visitLocalVariable("x", "I", null, second, end, 0);
        mv.visitMaxs(0, 0);
        writer.visitEnd();
        byte[] woven = weaving.weave(writer.toByteArray(), false);
        MethodNode resume = resume(ResumerGenerator.generate(woven, 0, true));
        long named = resume.localVariables.stream()
                .filter(each -> each.name.equals("x"))
                .count();
        assertEquals(1, named);
    }

    /** Between the two places, and in the handler's range, lies a copy of the new object, which moves. */
    @Test
    void whereNothingIsLeftThereIsNoRangeAndNoSecondName() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Moved", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "moved", "(I)Ljava/lang/Object;", null, null);
        Label first = new Label();
        Label second = new Label();
        Label end = new Label();
        Label handler = new Label();
        mv.visitTryCatchBlock(first, second, handler, null);
        mv.visitTypeInsn(Opcodes.NEW, "java/lang/Integer");
        mv.visitLabel(first);
        mv.visitInsn(Opcodes.DUP);
        mv.visitLabel(second);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(handler);
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitLabel(end);
        mv.visitLocalVariable("x", "I", null, first, end, 0);
        mv.visitLocalVariable("x", "I", null, second, end, 0);
        mv.visitMaxs(0, 0);
        writer.visitEnd();
        MethodNode twin = node(weaving.weave(writer.toByteArray(), false)).methods.stream()
                .filter(each -> each.name.equals(Names.twinName("moved")))
                .findFirst()
                .orElseThrow();
        assertEquals(1, twin.localVariables.size());
        assertEquals(0, twin.tryCatchBlocks.size());
    }

    @Test
    void whatIsTooLongInCopiesIsResumedInItsMiddle() {
        byte[] woven = weaving.weave(loops(8, 700, 1), false);
        HostClass host = new HostClass(woven);
        MethodNode resume = resume(ResumerGenerator.generate(host, 0, true));
        MethodNode small = resume(ResumerGenerator.generate(weaving.weave(loops(8, 7, 1), false), 0, true));
        long takes = calls(resume);
        assertEquals(1, takes, "copies of the loop's body");
        assertTrue(calls(small) > 1, "where there is room, the body is copied");
    }

    private static long calls(MethodNode method) {
        long found = 0;
        for (var insn : method.instructions) {
            boolean isCall = insn instanceof org.objectweb.asm.tree.MethodInsnNode;
            found += isCall && ((org.objectweb.asm.tree.MethodInsnNode) insn).name.equals(Names.twinName("take"))
                    ? 1
                    : 0;
        }
        return found;
    }

    @Test
    void aTwinThatLeavesNoRoomForAResumerIsAPinnedStub() {
        byte[] woven = weaving.weave(loops(1, 6_000, 1), false);
        assertTrue(weaving.full.contains("run"), "a long one is a full twin");
        assertEquals(1, calls(resume(ResumerGenerator.generate(woven, 0, true))));
        weaving.full.clear();
        weaving.weave(loops(1, 6_450, 1), false);
        assertTrue(weaving.full.isEmpty(), "one of 64,500 bytes is a pinned stub");
    }

    @Test
    void aTwinWhoseResumerWouldHaveTooLongANameIsAPinnedStub() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER;
        writer.visit(Opcodes.V1_8, access, "h".repeat(65_530), null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()V", false);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        weaving.weave(writer.toByteArray(), false);
        assertEquals(1, weaving.stubs.get(StubReason.Reason.TOO_LARGE));
    }

    /** {@code void run(int i)}: waits, then writes so many fields of another class. */
    private static byte[] writes(int fields) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Writes", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", "(I)V", null, null);
        mv.visitCode();
        Label again = new Label();
        mv.visitLabel(again);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        mv.visitVarInsn(Opcodes.ISTORE, 1);
        mv.visitVarInsn(Opcodes.ILOAD, 1);
        mv.visitJumpInsn(Opcodes.IFEQ, again);
        for (int k = 0; k < fields; k++) {
            mv.visitVarInsn(Opcodes.ILOAD, 1);
            mv.visitFieldInsn(Opcodes.PUTSTATIC, "Far", "f" + k, "I");
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        return writer.toByteArray();
    }

    /** {@code static void run(int i)}: a branch over more than 32,767 bytes, and a handler of exceptions. */
    private static byte[] farBranch(int version, int flags) {
        ClassWriter writer = new ClassWriter(flags);
        writer.visit(version, Opcodes.ACC_PUBLIC, "Far", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "run", "(I)V", null, null);
        mv.visitCode();
        Label end = new Label();
        Label from = new Label();
        Label to = new Label();
        Label handler = new Label();
        mv.visitTryCatchBlock(from, to, handler, null);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
        mv.visitJumpInsn(Opcodes.IFEQ, end);
        for (int k = 0; k < 5_600; k++) {
            mv.visitIincInsn(0, 1000);
        }
        mv.visitLabel(from);
        mv.visitFieldInsn(Opcodes.GETSTATIC, "Other", "field", "I");
        mv.visitVarInsn(Opcodes.ISTORE, 0);
        mv.visitLabel(to);
        mv.visitJumpInsn(Opcodes.GOTO, end);
        mv.visitLabel(handler);
        mv.visitInsn(Opcodes.POP);
        mv.visitLabel(end);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void aTwinWhoseResumerWouldHaveTooManyConstantsIsAPinnedStub() {
        HostClass host = new HostClass(weaving.weave(writes(7_000), false));
        assertTrue(weaving.full.contains("run"), "gates for 7,000 fields have room");
        ResumerGenerator.generate(host, 0, false, use -> false);
        weaving.full.clear();
        weaving.weave(writes(7_500), false);
        assertTrue(weaving.full.isEmpty(), "those for 7,500 have none");
    }

    @Test
    void aLongBranchIsNoHindranceWhereAMemberMayBeRefused() {
        HostClass host = new HostClass(weaving.weave(farBranch(Opcodes.V17, ClassWriter.COMPUTE_FRAMES), false));
        for (boolean withFrames : new boolean[] {false, true}) {
            MethodNode resume = resume(ResumerGenerator.generate(host, 0, withFrames, use -> false));
            boolean hasFrames = false;
            for (var insn : resume.instructions) {
                hasFrames |= insn instanceof org.objectweb.asm.tree.FrameNode;
            }
            assertEquals(withFrames, hasFrames);
        }
    }

    @Test
    void aLongBranchIsNoHindranceInAClassFileWithoutFrames() {
        for (int version : new int[] {Opcodes.V1_3, Opcodes.V1_5, Opcodes.V1_6}) {
            weaving.full.clear();
            byte[] woven = weaving.weave(farBranch(version, ClassWriter.COMPUTE_MAXS), false);
            assertTrue(weaving.full.contains("run"), "version " + version);
            assertEquals(0, calls(resume(ResumerGenerator.generate(woven, 0, true))));
        }
    }
}

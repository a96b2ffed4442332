package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.MemberUse;
import dev.weft.agent.resume.ResumerGenerator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** What a resumer asks before it uses a member (JVMS 5.4.4), since the VM does not. */
class ResumerAccessTest {
    private final HostClass host = new HostClass(new Weaving().weave(user(), false));

    /** {@code static void run()}: waits, then uses own and foreign things, one of them twice. */
    private static byte[] user() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "User", null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, "own", "I", null, null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
        mv.visitCode();
        mv.visitFieldInsn(Opcodes.GETSTATIC, "Before", "used", "I");
        mv.visitInsn(Opcodes.POP);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()V", false);
        mv.visitFieldInsn(Opcodes.GETSTATIC, "User", "own", "I");
        mv.visitFieldInsn(Opcodes.PUTSTATIC, "Far", "used", "I");
        mv.visitFieldInsn(Opcodes.GETSTATIC, "User", "inherited", "I");
        mv.visitFieldInsn(Opcodes.PUTSTATIC, "Far", "used", "I");
        mv.visitInsn(Opcodes.ICONST_1);
        mv.visitInsn(Opcodes.DUP);
        mv.visitMultiANewArrayInsn("[[LFar;", 2);
        mv.visitTypeInsn(Opcodes.CHECKCAST, "[[LCast;");
        mv.visitInsn(Opcodes.POP);
        mv.visitLdcInsn(Type.getType("[[I"));
        mv.visitInsn(Opcodes.POP);
        mv.visitLdcInsn(Type.getObjectType("Named"));
        mv.visitInsn(Opcodes.POP);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private ClassNode resumer(Predicate<MemberUse> isSure) {
        ClassNode node = new ClassNode();
        new ClassReader(ResumerGenerator.generate(host, 0, true, isSure)).accept(node, 0);
        return node;
    }

    private static Set<String> gates(ClassNode resumer) {
        return resumer.methods.stream()
                .map(method -> method.name)
                .filter(name -> name.startsWith(Names.ADDED))
                .collect(Collectors.toSet());
    }

    private static List<String> called(ClassNode resumer) {
        MethodNode resume = resumer.methods.stream()
                .filter(method -> method.name.equals("resume"))
                .findFirst()
                .orElseThrow();
        return java.util.Arrays.stream(resume.instructions.toArray())
                .filter(insn -> insn instanceof MethodInsnNode)
                .map(insn -> ((MethodInsnNode) insn).name)
                .filter(name -> name.startsWith(Names.ADDED))
                .toList();
    }

    @Test
    void whatTheHostDoesNotDeclareIsAskedOnceForEachUse() {
        Set<MemberUse> asked = new LinkedHashSet<>();
        resumer(use -> {
            assertTrue(asked.add(use), "asked twice: " + use);
            return true;
        });
        assertEquals(
                Set.of(
                        new MemberUse(Opcodes.H_PUTSTATIC, "Far", "used", "I"),
                        new MemberUse(Opcodes.H_GETSTATIC, "User", "inherited", "I"),
                        new MemberUse(0, "Far", "", "[[LFar;"),
                        new MemberUse(0, "Cast", "", "[[LCast;"),
                        new MemberUse(0, "Named", "", "")),
                asked);
    }

    @Test
    void whatIsSureHasNoGate() {
        assertEquals(Set.of(), gates(resumer(use -> true)));
    }

    @Test
    void whatIsUnsureHasOneGateWhereverItIsUsed() throws AnalyzerException {
        ClassNode resumer = resumer(use -> !use.owner().equals("Far"));
        assertEquals(2, gates(resumer).size(), "one for the field, one for the class");
        List<String> called = called(resumer);
        assertEquals(3, called.size(), called.toString());
        assertEquals(called.get(0), called.get(1), "the field is used twice");
        for (MethodNode method : resumer.methods) {
            new Analyzer<>(new BasicVerifier()).analyze(resumer.name, method);
        }
    }
}

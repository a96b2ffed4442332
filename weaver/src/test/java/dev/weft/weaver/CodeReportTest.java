package dev.weft.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.facts.JdkFacts;
import dev.weft.agent.facts.OpenWorld;
import dev.weft.agent.twin.ClassWeaver;
import dev.weft.weaver.weave.CodeReport;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CodeReportTest {
    private static final JdkFacts NO_FACTS = new JdkFacts(new long[0], new long[0], new long[0], Set.of(), false);

    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final CodeReport report = new CodeReport();

    private void method(String name, int calls, boolean isUnbalanced) {
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, name, "(Ljava/lang/Object;)V", null, null);
        for (int k = 0; k < calls; k++) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()V", false);
        }
        if (isUnbalanced) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitInsn(Opcodes.MONITORENTER);
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
    }

    @Test
    void twinsStubsBytesAndLongMethodsAreCounted() {
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Counted", null, "java/lang/Object", null);
        method("leaf", 0, false);
        method("calls", 1, false);
        method("callsOften", 200, false);
        method("unbalanced", 1, true);
        byte[] file = writer.toByteArray();
        byte[] woven = new ClassWeaver(new OpenWorld(NO_FACTS, Set.of(), name -> null), false).weave(file, report);
        report.woven(file, woven);
        Map<String, Number> numbers = report.numbers();
        assertEquals(1L, numbers.get("classes"));
        assertEquals(4L, numbers.get("methods"));
        assertEquals(2, numbers.get("fullTwins"));
        assertEquals(1, numbers.get("stubs.NEVER_SUSPENDS"));
        assertEquals(1, numbers.get("stubs.UNBALANCED_MONITORS"));
        assertEquals(66.67, numbers.get("fullPercentOfThoseThatCall"));
        assertEquals((long) file.length, numbers.get("bytesBefore"));
        assertEquals((long) woven.length, numbers.get("bytesAfter"));
        assertEquals(1L, numbers.get("plainOverInlineLimit"));
        assertEquals(1L, numbers.get("twinsOverInlineLimit"));
        assertTrue(
                report.pinning().toString().contains("UNBALANCED_MONITORS Counted#unbalanced"), "" + report.pinning());
    }
}

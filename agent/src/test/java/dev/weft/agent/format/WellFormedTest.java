package dev.weft.agent.format;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What ASM would write in another way than the VM reads it. */
class WellFormedTest {
    /** Bytes of the code: {@code sipush 300; istore_0; iload_0; ireturn}. */
    private static final int LENGTH = 6;

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 5, LENGTH})
    void aVariableMayEndWhereAnInstructionBegins(int end) {
        assertDoesNotThrow(() -> WellFormed.check(withVariable(0, end)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, LENGTH + 1, 0xFFFF})
    void aVariableMustNotEndInTheMiddleOfAnInstruction(int end) {
        assertThrows(Malformed.class, () -> WellFormed.check(withVariable(0, end)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, LENGTH})
    void aVariableMustNotBeginInTheMiddleOfAnInstruction(int from) {
        assertThrows(Malformed.class, () -> WellFormed.check(withVariable(from, LENGTH)));
    }

    private static byte[] withVariable(int from, int end) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", "(I)I", null, null);
        method.visitCode();
        Label begin = new Label();
        Label over = new Label();
        method.visitLabel(begin);
        method.visitIntInsn(Opcodes.SIPUSH, 300);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(over);
        method.visitLocalVariable("x", "I", null, begin, over, 0);
        method.visitMaxs(1, 1);
        method.visitEnd();
        writer.visitEnd();
        byte[] file = writer.toByteArray();
        // the table is the last attribute of the only method, and the class has none
        int variable = file.length - 2 - 10;
        ByteBuffer.wrap(file).putShort(variable, (short) from).putShort(variable + 2, (short) (end - from));
        return file;
    }
}

package dev.weft.agent.format;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What ASM would write in another way than the VM reads it. */
class WellFormedTest {
    /** Bytes of the code: {@code sipush 300; istore_0; iload_0; ireturn}. */
    private static final int LENGTH = 6;

    /** Bytes of a variable in a table. */
    private static final int ENTRY = 10;

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

    @ParameterizedTest
    @CsvSource({
        "49,java/lang/Object,false",
        "49,jdk/internal/reflect/MethodAccessorImpl,true",
        "52,java/lang/Object,true"
    })
    void aStaticMethodOfAnInterfaceIsCalledByNewClassesAndTheJdksAccessors(int version, String base, boolean isFit) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC, "C", null, base, null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
        method.visitCode();
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "I", "s", "()V", true);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        byte[] file = writer.toByteArray();
        if (isFit) {
            assertDoesNotThrow(() -> WellFormed.check(file));
        } else {
            assertThrows(Malformed.class, () -> WellFormed.check(file));
        }
    }

    @Test
    void aVariableMayHaveAGenericType() {
        assertDoesNotThrow(() -> WellFormed.check(withGenericType(0, 0)));
    }

    /** The length of the range, the index of the name, the slot. */
    @ParameterizedTest
    @CsvSource({"2, -1", "4, -1", "8, 1"})
    void aGenericTypeMustBeThatOfAVariable(int place, int more) {
        assertThrows(Malformed.class, () -> WellFormed.check(withGenericType(place, more)));
    }

    @Test
    void aVariableMustNotHaveTwoGenericTypes() {
        byte[] file = withGenericTypes();
        int last = file.length - 2 - ENTRY;
        System.arraycopy(file, last - ENTRY, file, last, ENTRY);
        assertThrows(Malformed.class, () -> WellFormed.check(file));
    }

    @Test
    void whereThereAreNoVariablesNobodyLooksAtGenericTypes() {
        byte[] file = withGenericType(8, 1);
        String text = new String(file, StandardCharsets.ISO_8859_1);
        byte[] other = text.replace("LocalVariableTable", "LocalVariableTablE").getBytes(StandardCharsets.ISO_8859_1);
        assertDoesNotThrow(() -> WellFormed.check(other));
    }

    /** The VM reads both. */
    @Test
    void codeMustNotHaveTwoTablesOfVariables() {
        String text = new String(withGenericTypes(), StandardCharsets.ISO_8859_1);
        String twice = text.replace("\u0016LocalVariableTypeTable", "\u0012LocalVariableTable");
        assertThrows(Malformed.class, () -> WellFormed.check(twice.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** With one number of the last generic type changed, or none. */
    private static byte[] withGenericType(int place, int more) {
        byte[] file = withGenericTypes();
        int at = file.length - 2 - ENTRY + place;
        ByteBuffer.wrap(file).putShort(at, (short) (ByteBuffer.wrap(file).getShort(at) + more));
        return file;
    }

    /** Two variables; their generic types are the last attribute. */
    private static byte[] withGenericTypes() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Sample", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", "(Ljava/util/List;)I", null, null);
        method.visitCode();
        Label begin = new Label();
        Label over = new Label();
        method.visitLabel(begin);
        method.visitIntInsn(Opcodes.SIPUSH, 300);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(over);
        for (String name : new String[] {"a", "b"}) {
            String type = "Ljava/util/List<Ljava/lang/String;>;";
            method.visitLocalVariable(name, "Ljava/util/List;", type, begin, over, 0);
        }
        method.visitMaxs(1, 2);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
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
        int variable = file.length - 2 - ENTRY;
        ByteBuffer.wrap(file).putShort(variable, (short) from).putShort(variable + 2, (short) (end - from));
        return file;
    }
}

package dev.weft.weaver.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ModernClassesTest {
    private static byte[] jar(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private Map<String, byte[]> modern(Map<String, byte[]> old) throws IOException {
        return ModernClasses.of(jar(old));
    }

    /** {@code static int pick(boolean b) { return (b ? new StringBuilder() : new StringBuffer()).length(); }} */
    private static byte[] classFile(int version) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(version, Opcodes.ACC_PUBLIC, "Old", null, "java/lang/Object", null);
        MethodVisitor pick = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "pick", "(Z)I", null, null);
        Label other = new Label();
        Label join = new Label();
        pick.visitVarInsn(Opcodes.ILOAD, 0);
        pick.visitJumpInsn(Opcodes.IFEQ, other);
        create(pick, "java/lang/StringBuilder");
        pick.visitJumpInsn(Opcodes.GOTO, join);
        pick.visitLabel(other);
        create(pick, "java/lang/StringBuffer");
        pick.visitLabel(join);
        pick.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/AbstractStringBuilder", "length", "()I", false);
        pick.visitInsn(Opcodes.IRETURN);
        pick.visitMaxs(0, 0);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void create(MethodVisitor method, String type) {
        method.visitTypeInsn(Opcodes.NEW, type);
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
    }

    @Test
    void anOldClassGetsAVersionOfTodayAndStackMapsThatTheVerifierAccepts() throws Exception {
        byte[] modern = modern(Map.of("Old.class", classFile(Opcodes.V1_5))).get("Old.class");
        assertEquals(Opcodes.V1_8, modern[7]);
        Class<?> loaded = new ClassLoader(null) {
            Class<?> define() {
                return defineClass("Old", modern, 0, modern.length);
            }
        }.define();
        assertEquals("Old", Class.forName("Old", true, loaded.getClassLoader()).getName());
    }

    @Test
    void aNewClassAndOtherFilesStayWhatTheyAre() throws IOException {
        byte[] current = classFile(Opcodes.V1_6);
        byte[] manifest = {'M', ':', ' ', '1', '\n'};
        Map<String, byte[]> files = modern(Map.of("New.class", current, "META-INF/MANIFEST.MF", manifest));
        assertArrayEquals(current, files.get("New.class"));
        assertArrayEquals(manifest, files.get("META-INF/MANIFEST.MF"));
    }
}

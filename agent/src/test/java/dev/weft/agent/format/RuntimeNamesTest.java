package dev.weft.agent.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Names of the runtime in class files that are not woven. */
class RuntimeNamesTest {
    private static final String ENTERED = "(Ljava/lang/Object;)V";

    private static ClassWriter writer(String superName) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/A", null, superName, null);
        return writer;
    }

    private static void method(ClassWriter writer, String desc, String owner, String name, String calledDesc) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "m", desc, null, null);
        method.visitCode();
        method.visitLdcInsn("java/weft/entry/WovenCode");
        method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, calledDesc, false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static Set<String> classNames(byte[] file) {
        Set<String> names = new TreeSet<>();
        new ClassReader(file)
                .accept(
                        new ClassRemapper(new ClassWriter(0), new Remapper() {
                            @Override
                            public String map(String name) {
                                names.add(name);
                                return name;
                            }
                        }),
                        0);
        return names;
    }

    @Test
    void everyNameOfAClassIsClosedAndStringsStay() throws Malformed {
        ClassWriter writer = writer("java/weft/Resumer");
        method(
                writer,
                "([Ljava/weft/CarrierContext;Ljava/weft/Frame;)V",
                "java/weft/entry/WovenCode",
                "entered",
                "(Ljava/lang/Object;)V");
        byte[] closed = RuntimeNames.close(writer.toByteArray());
        assertEquals(Set.of("a/A", "java/lang/Object", RuntimeNames.CLOSED), classNames(closed));
        ClassNode node = new ClassNode();
        new ClassReader(closed).accept(node, 0);
        MethodNode method = node.methods.get(0);
        assertEquals("([L" + RuntimeNames.CLOSED + ";L" + RuntimeNames.CLOSED + ";)V", method.desc);
        assertEquals("java/weft/entry/WovenCode", ((LdcInsnNode) method.instructions.get(0)).cst);
        assertEquals(ENTERED, ((MethodInsnNode) method.instructions.get(1)).desc);
    }

    @Test
    void whatTheWeaverHasAddedToTheJdkIsNotFoundByItsName() throws Malformed {
        ClassWriter writer = writer("java/lang/Object");
        method(writer, "()V", "java/lang/Thread", "weft$role", "(Ljava/lang/Thread;)V");
        ClassNode node = new ClassNode();
        new ClassReader(RuntimeNames.close(writer.toByteArray())).accept(node, 0);
        String called = ((MethodInsnNode) node.methods.get(0).instructions.get(1)).name;
        assertTrue(called.startsWith("inaccessible"), called);
    }

    @Test
    void aClassWithoutSuchNamesIsTheSame() throws Malformed {
        List<byte[]> files = new ArrayList<>();
        ClassWriter plain = writer("java/lang/Object");
        files.add(plain.toByteArray());
        ClassWriter own = writer("java/lang/Object");
        method(own, "(Ldev/weft/Continuation;)V", "dev/weft/Weft", "isFiber", "(Ljava/lang/Object;)V");
        files.add(own.toByteArray());
        ClassWriter named = writer("java/lang/Object");
        method(named, "()V", "a/weft/B", "weft$mine", "(La/weft/B;)V");
        files.add(named.toByteArray());
        for (byte[] file : files) {
            byte[] before = file.clone();
            assertSame(file, RuntimeNames.close(file));
            assertArrayEquals(before, file);
        }
    }

    @Test
    void aClassFileThatTheVmRefusesAnywayIsLeftToIt() throws Malformed {
        byte[] broken = "not a class file, though it says weft".getBytes();
        assertSame(broken, RuntimeNames.close(broken));
    }

    @Test
    void aClassWithoutRoomForAnotherNameIsRefused() {
        ClassWriter writer = writer("java/weft/Resumer");
        int constant = 0;
        while (writer.newConst(constant) < 0xFFFE) {
            constant++;
        }
        assertFalse(constant < 60_000);
        Malformed found = assertThrows(Malformed.class, () -> RuntimeNames.close(writer.toByteArray()));
        assertTrue(found.getMessage().contains("no room"), found.getMessage());
    }
}

package dev.weft.weaver.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The runtime is compiled with one update of JDK 17, and runs with others: what it names of the JDK, all of them have.
 * {@link LinkCheck} says so where a JDK is woven; this test, where the class is written.
 */
class UpdatesTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    private static Set<String> ofSomeUpdates() throws IOException {
        try (InputStream in = UpdatesTest.class.getResourceAsStream("/members-of-some-updates.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    @Test
    void theRuntimeNamesOnlyWhatAllUpdatesHave() throws IOException {
        Set<String> ofSome = ofSomeUpdates();
        assertFalse(ofSome.isEmpty());
        List<Path> files;
        try (Stream<Path> all = Files.walk(RUNTIME)) {
            files = all.filter(each -> each.toString().endsWith(".class")).toList();
        }
        assertTrue(files.size() > 100, () -> "the runtime has been built: " + files.size());
        for (Path each : files) {
            Set<String> named = named(read(each));
            named.retainAll(ofSome);
            assertEquals(Set.of(), named, () -> RUNTIME.relativize(each) + " names what only some updates have");
        }
    }

    /** The control: what a class of the runtime once named. */
    @Test
    void whatOnlySomeUpdatesHaveIsSeen() throws IOException {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "sun/nio/ch/Weft", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "sun/nio/ch/FileDispatcherImpl",
                "preClose0",
                "(Ljava/io/FileDescriptor;)V",
                false);
        method.visitMaxs(0, 0);
        Set<String> named = named(writer.toByteArray());
        named.retainAll(ofSomeUpdates());
        assertEquals(Set.of("sun/nio/ch/FileDispatcherImpl.preClose0(Ljava/io/FileDescriptor;)V"), named);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> named(byte[] file) {
        Set<String> named = new TreeSet<>();
        new ClassReader(file)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String desc, String generic, String[] thrown) {
                                return new Names(named);
                            }
                        },
                        ClassReader.SKIP_DEBUG);
        return named;
    }

    private static final class Names extends MethodVisitor {
        private final Set<String> named;

        Names(Set<String> named) {
            super(Opcodes.ASM9);
            this.named = named;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            named.add(type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String desc) {
            named.add(owner);
            named.add(owner + "." + name + ":" + desc);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean isOfInterface) {
            named.add(owner);
            named.add(owner + "." + name + desc);
        }
    }
}

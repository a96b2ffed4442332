package dev.weft.weaver.mixin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.weave.JdkProfiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Merging the real mixins into the running JDK's classes. */
class MixInsTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    private static final List<String> TARGETS = JdkProfiles.JDK_17.mixins();

    private final Map<String, byte[]> base = new TreeMap<>();
    private Set<String> runtime;

    @BeforeEach
    void read() throws IOException {
        try (Stream<Path> files = Files.walk(RUNTIME)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                base.put(RUNTIME.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        runtime = Set.copyOf(base.keySet());
        for (String target : TARGETS) {
            base.put(target + ".class", ofTheJdk(target));
        }
    }

    private static byte[] ofTheJdk(String name) throws IOException {
        try (var in = Object.class.getResourceAsStream("/" + name + ".class")) {
            return in.readAllBytes();
        }
    }

    private ClassNode node(String name) {
        ClassNode node = new ClassNode();
        new ClassReader(base.get(name + ".class")).accept(node, 0);
        return node;
    }

    private static MethodNode find(ClassNode node, String name, String desc) {
        return node.methods.stream()
                .filter(each -> each.name.equals(name) && each.desc.equals(desc))
                .findFirst()
                .orElse(null);
    }

    @Test
    void noClassIsLeftThatIsOrNamesAMixin() {
        MixIns.merge(base, runtime, TARGETS);
        base.forEach((name, file) -> {
            assertFalse(name.contains("Mixin"), name);
            String text = new String(file, StandardCharsets.ISO_8859_1);
            for (String target : TARGETS) {
                assertFalse(text.contains(target + "Mixin"), name + " names the mixin of " + target);
            }
        });
    }

    @Test
    void threadGainsMethodsAndSealedNestedInterfacesAndNothingTwice() {
        List<MethodNode> before = node("java/lang/Thread").methods;
        MixIns.merge(base, runtime, TARGETS);
        ClassNode thread = node("java/lang/Thread");
        assertNotNull(find(thread, "ofVirtual", "()Ljava/lang/Thread$Builder$OfVirtual;"));
        assertNotNull(find(thread, "join", "(Ljava/time/Duration;)Z"));
        assertTrue(thread.nestMembers.contains("java/lang/Thread$Builder"));
        assertEquals("java/lang/Thread", node("java/lang/Thread$Builder").nestHostClass);
        assertEquals(
                List.of("java/lang/Thread$Builder$OfPlatform", "java/lang/Thread$Builder$OfVirtual"),
                node("java/lang/Thread$Builder").permittedSubclasses);
        assertEquals(
                thread.methods.size(),
                thread.methods.stream()
                        .map(each -> each.name + each.desc)
                        .distinct()
                        .count());
        assertEquals(before.size() + 8, thread.methods.size());
        assertTrue(node("java/util/concurrent/ExecutorService").interfaces.contains("java/lang/AutoCloseable"));
    }

    @Test
    void aJdkThatHasTheMethodAlreadyIsRefusedWithItsName() {
        ClassNode thread = node("java/lang/Thread");
        thread.methods.add(new MethodNode(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "isVirtual", "()Z", null, null));
        put(thread);
        WeaveException e = assertThrows(WeaveException.class, () -> MixIns.merge(base, runtime, TARGETS));
        assertTrue(
                e.getMessage()
                        .startsWith("the mixin for java.lang.Thread does not fit: expected 0 isVirtual()Z, found 1"),
                e.getMessage());
    }

    @Test
    void aJdkThatLacksAFieldThatIsUsedIsRefusedWithItsName() {
        ClassNode thread = node("java/lang/Thread");
        thread.fields.removeIf(field -> field.name.equals("contextClassLoader"));
        put(thread);
        WeaveException e = assertThrows(WeaveException.class, () -> MixIns.merge(base, runtime, TARGETS));
        assertTrue(
                e.getMessage().contains("expected 1 contextClassLoader Ljava/lang/ClassLoader;, found 0"),
                e.getMessage());
    }

    private void put(ClassNode node) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        base.put(node.name + ".class", writer.toByteArray());
    }
}

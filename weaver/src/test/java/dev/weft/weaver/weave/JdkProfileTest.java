package dev.weft.weaver.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.JdkClasses;
import dev.weft.weaver.recipe.Recipe;
import dev.weft.weaver.recipe.markword.DescribeMarkWord;
import dev.weft.weaver.recipe.markword.MarkWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A JDK that does not exist, of a later release, has a list of its own, mixins of its own and another mark word; of two
 * sibling recipes its classes choose one. No recipe asks for the release.
 */
class JdkProfileTest {
    private static final String PARKER = "made/up/Parker";
    private static final String LAYOUT = "jdk/internal/weft/MarkWordLayout";
    private static final int MADE_UP = Opcodes.V17 + 3;
    private static final int UNKNOWN_TO_ASM = Opcodes.V17 + 40;

    /** Siblings: the first release of the made-up JDK parks in one method, the second in another. */
    private static final class ParkInOne implements Recipe {
        private final String method;

        ParkInOne(String method) {
            this.method = method;
        }

        @Override
        public Set<String> classes() {
            return Set.of(PARKER);
        }

        @Override
        public boolean applies(JdkClasses jdk) {
            return jdk.find("java.base", PARKER).methods.stream().anyMatch(each -> each.name.equals(method));
        }

        @Override
        public void apply(ClassNode target) {
            MethodNode found = Edit.method(target, method, "()V", this);
            found.instructions.insert(new MethodInsnNode(Opcodes.INVOKESTATIC, "made/up/Other", "fiber", "()V", false));
        }
    }

    private static final class AfterParking implements Recipe {
        @Override
        public Set<String> classes() {
            return Set.of(PARKER);
        }

        @Override
        public Set<Class<? extends Recipe>> after() {
            return Set.of(ParkInOne.class);
        }

        @Override
        public void apply(ClassNode target) {
            target.sourceFile = "Parker.java";
        }
    }

    private static final JdkProfile NEXT = new JdkProfile(
            "a made-up JDK",
            jdk -> jdk.classFileVersion() == MADE_UP,
            new MarkWord("57", 12, 0x380, -1),
            profile -> List.of(
                    new ParkInOne("parkOfOld"),
                    new ParkInOne("parkOfNew"),
                    new AfterParking(),
                    new DescribeMarkWord(profile.markWord())),
            List.of(PARKER));

    private final Map<String, byte[]> base = new TreeMap<>();

    /** An empty class but for such methods. */
    private static byte[] type(String name, String superName, int version, String... methods) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, name, null, superName, null);
        for (String method : methods) {
            int ofConstructor = method.equals("<init>") ? 0 : Opcodes.ACC_STATIC;
            var mv = writer.visitMethod(Opcodes.ACC_PUBLIC | ofConstructor, method, "()V", null, null);
            mv.visitCode();
            mv.visitInsn(Opcodes.RETURN);
            mv.visitMaxs(1, 0);
            mv.visitEnd();
        }
        return writer.toByteArray();
    }

    private Map<String, byte[]> weave(int version, List<JdkProfile> profiles) throws IOException {
        base.put("java/lang/Object.class", type("java/lang/Object", null, version, "<init>"));
        base.put("made/up/Other.class", type("made/up/Other", "java/lang/Object", Opcodes.V17, "fiber"));
        Path layout = Path.of("..", "patch-java-base", "target", "classes", LAYOUT + ".class");
        Map<String, byte[]> runtime = Map.of(
                LAYOUT + ".class", Files.readAllBytes(layout),
                PARKER + "Mixin.class", type(PARKER + "Mixin", "java/lang/Object", Opcodes.V17, "added"));
        Map<String, byte[]> woven = new ConcurrentSkipListMap<>();
        new ImageWeave(Map.of("java.base", base), runtime, false, profiles)
                .run((module, name, content) -> woven.put(name, content), (done, total) -> {}, null);
        return woven;
    }

    private static ClassNode node(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        return node;
    }

    private static MethodNode method(ClassNode node, String name) {
        return node.methods.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    private static boolean callsOther(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.startsWith("fiber")) {
                return true;
            }
        }
        return false;
    }

    private static Object constant(ClassNode layout, String name) {
        return ((LdcInsnNode) method(layout, name).instructions.getFirst()).cst;
    }

    @Test
    void anotherReleaseHasRecipesMixinsAndAMarkWordOfItsOwn() throws IOException {
        base.put(PARKER + ".class", type(PARKER, "java/lang/Object", Opcodes.V17, "parkOfNew", "other"));
        Map<String, byte[]> woven = weave(MADE_UP, List.of(JdkProfiles.JDK_17, NEXT));
        ClassNode parker = node(woven.get(PARKER + ".class"));
        assertTrue(callsOther(method(parker, "parkOfNew")));
        assertFalse(callsOther(method(parker, "other")));
        assertNotNull(method(parker, "added"), "a mixin's");
        assertNotNull(method(parker, Names.twinName("other")), "it is woven");
        assertNull(woven.get(PARKER + "Mixin.class"));
        ClassNode layout = node(woven.get(LAYOUT + ".class"));
        assertEquals("57", constant(layout, "release"));
        assertEquals(12, constant(layout, "hashShift"));
        assertEquals(0x380L, constant(layout, "age"));
        assertEquals(-1, constant(layout, "biased"));
    }

    @Test
    void theClassesOfTheJdkChooseAmongSiblings() throws IOException {
        base.put(PARKER + ".class", type(PARKER, "java/lang/Object", Opcodes.V17, "parkOfOld"));
        ClassNode parker = node(weave(MADE_UP, List.of(NEXT)).get(PARKER + ".class"));
        assertTrue(callsOther(method(parker, "parkOfOld")));
    }

    @Test
    void aListThatDoesNotKeepTheOrderIsRefused() {
        JdkProfile wrong = new JdkProfile(
                "wrong",
                jdk -> true,
                NEXT.markWord(),
                any -> List.of(new AfterParking(), new ParkInOne("p")),
                List.of());
        base.put(PARKER + ".class", type(PARKER, "java/lang/Object", Opcodes.V17, "p"));
        Throwable failure = assertThrows(IllegalStateException.class, () -> weave(MADE_UP, List.of(wrong)));
        assertEquals("the list of recipes for wrong has AfterParking before ParkInOne", failure.getMessage());
    }

    @Test
    void aJdkThatNoProfileFitsIsRefusedInOneLine() {
        String message = assertThrows(WeaveException.class, () -> weave(UNKNOWN_TO_ASM, JdkProfiles.ALL))
                .getMessage();
        assertEquals(
                "a JDK with class files of version 101 is not supported: Weft needs JDK 17;"
                        + " set WEFT_JAVA_HOME to the folder of one",
                message);
    }

    @Test
    void whereAModuleIsMissingItsRecipesAreLeftOut() {
        JdkClasses all = new ImageClasses(Map.of("java.base", base, "java.management", base));
        JdkClasses few = new ImageClasses(Map.of("java.base", base));
        Set<String> left =
                JdkProfiles.JDK_17.recipes(few).stream().map(Recipe::module).collect(Collectors.toSet());
        assertEquals(Set.of("java.base"), left);
        int more = JdkProfiles.JDK_17.recipes(all).size();
        assertTrue(more > JdkProfiles.JDK_17.recipes(few).size());
    }
}

package dev.weft.weaver.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.facts.ClosedWorld;
import dev.weft.weaver.mixin.MixIns;
import dev.weft.weaver.recipe.Recipe;
import dev.weft.weaver.recipe.thread.CountHandwrittenTwins;
import dev.weft.weaver.recipe.thread.ImplementAccessors;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/**
 * What holds for every recipe, checked where it is applied: on the classes of the running JDK, after the mixins and all
 * recipes before it.
 *
 * <p>The class stays whole because all of it looks at the steps of one chain, which is made once.
 */
class RecipeContractTest {
    private static final Path RUNTIME = Path.of("..", "patch-java-base", "target", "classes");

    /** One class that one recipe has changed. */
    private record Step(Recipe recipe, String name, byte[] before, byte[] after) {
        @Override
        public String toString() {
            return recipe.getClass().getSimpleName() + " on " + name;
        }
    }

    private static final Map<String, Map<String, byte[]>> IMAGE = new TreeMap<>();
    private static final List<Step> STEPS = new ArrayList<>();
    private static List<Recipe> recipes;

    @BeforeAll
    static void applyAll() throws IOException {
        readJdk();
        recipes = JdkProfiles.JDK_17.recipes(new ImageClasses(IMAGE));
        MixIns.merge(IMAGE.get("java.base"), readRuntime(), JdkProfiles.JDK_17.mixins());
        for (Recipe recipe : recipes) {
            Map<String, byte[]> module = IMAGE.get(recipe.module());
            for (String name : recipe.classes()) {
                byte[] before = module.get(name + ".class");
                ClassNode node = node(before);
                recipe.apply(node);
                byte[] after = file(node);
                module.put(name + ".class", after);
                STEPS.add(new Step(recipe, name, before, after));
            }
        }
    }

    /** Modules without recipes stay out. */
    private static void readJdk() throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        Set<String> wanted = new HashSet<>();
        Recipes.forJdk17(JdkProfiles.JDK_17).forEach(recipe -> wanted.add(recipe.module()));
        for (String module : wanted) {
            IMAGE.put(module, new HashMap<>());
            Path root = modules.resolve(module);
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(RecipeContractTest::isClass).toList()) {
                    IMAGE.get(module).put(root.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
        }
    }

    private static Set<String> readRuntime() throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(RUNTIME)) {
            for (Path file : files.filter(RecipeContractTest::isClass).toList()) {
                String name = RUNTIME.relativize(file).toString();
                IMAGE.get("java.base").put(name, Files.readAllBytes(file));
                names.add(name);
            }
        }
        IMAGE.get("java.base").putAll(FrameShapes.classFiles());
        return names;
    }

    private static boolean isClass(Path file) {
        return file.toString().endsWith(".class");
    }

    private static ClassNode node(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        return node;
    }

    private static byte[] file(ClassNode node) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static Set<String> always(Recipe recipe) {
        Set<String> classes = new TreeSet<>(recipe.classes());
        classes.removeAll(recipe.classesOfSomeUpdates());
        return classes;
    }

    @Test
    void everyRecipeOfTheListIsThereAndHasWorkToDo() {
        assertEquals(Recipes.forJdk17(JdkProfiles.JDK_17).size(), recipes.size(), "a full JDK has all the modules");
        assertTrue(recipes.size() > 50, "there are " + recipes.size());
        for (Recipe recipe : recipes) {
            assertFalse(always(recipe).isEmpty(), recipe.getClass().getSimpleName());
        }
    }

    @Test
    void everyClassIsChanged() {
        for (Step step : STEPS) {
            // one recipe only looks whether twins that are written in Java are there
            boolean isLook = step.recipe instanceof CountHandwrittenTwins;
            if (always(step.recipe).contains(step.name) && !isLook) {
                boolean isChanged = !Arrays.equals(file(node(step.before)), step.after);
                assertTrue(isChanged, step.toString());
            }
        }
    }

    @Test
    void whatIsChangedIsValidCode() throws AnalyzerException {
        for (Step step : STEPS) {
            ClassNode node = node(step.after);
            for (MethodNode method : node.methods) {
                // also checks that the declared size of the operand stack is large enough
                new Analyzer<>(new BasicVerifier()).analyze(node.name, method);
            }
        }
    }

    @Test
    void noClassLosesAMemberThatItsAuthorDeclaredForOthers() {
        for (Step step : STEPS) {
            Set<String> lost = visible(node(step.before));
            lost.removeAll(visible(node(step.after)));
            assertEquals(Set.of(), lost, step.toString());
        }
    }

    private static Set<String> visible(ClassNode node) {
        Set<String> members = new TreeSet<>();
        for (MethodNode method : node.methods) {
            if ((method.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0) {
                members.add(method.name + method.desc);
            }
        }
        return members;
    }

    @Test
    void whatTheChangedCodeNamesOfTheRuntimeExistsWhenAllAreApplied() {
        for (Step step : STEPS) {
            Set<String> added = namedOfRuntime(node(step.after));
            added.removeAll(namedOfRuntime(node(step.before)));
            for (String member : added) {
                assertTrue(exists(member), step + " names " + member);
            }
        }
    }

    private static Set<String> namedOfRuntime(ClassNode node) {
        Set<String> found = new TreeSet<>();
        for (MethodNode method : node.methods) {
            method.instructions.forEach(insn -> {
                if (insn instanceof MethodInsnNode && isOfRuntime(((MethodInsnNode) insn).owner)) {
                    found.add(((MethodInsnNode) insn).owner + "." + ((MethodInsnNode) insn).name
                            + ((MethodInsnNode) insn).desc);
                } else if (insn instanceof FieldInsnNode && isOfRuntime(((FieldInsnNode) insn).owner)) {
                    found.add(((FieldInsnNode) insn).owner + "." + ((FieldInsnNode) insn).name);
                }
            });
        }
        return found;
    }

    private static boolean isOfRuntime(String owner) {
        return owner.contains("/Weft") || owner.startsWith("jdk/internal/weft/") || owner.startsWith("java/weft/");
    }

    /** Events of the agent extend a class of Flight Recorder; a JDK may be linked without that module. */
    @Test
    void whatTheRuntimeNamesIsThereOnAJdkOfAllModulesAndOfOne() throws IOException {
        Map<String, byte[]> base = new TreeMap<>(IMAGE.get("java.base"));
        Path agent = Path.of("..", "agent", "target", "classes");
        try (Stream<Path> files = Files.walk(agent.resolve("dev/weft/agent/jfr"))) {
            for (Path file : files.filter(RecipeContractTest::isClass).toList()) {
                base.put(agent.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        Set<String> names = new HashSet<>();
        STEPS.forEach(step -> names.add(step.name));
        for (String file : base.keySet()) {
            if (isOfRuntime(file) || file.startsWith("dev/weft/")) {
                names.add(file.substring(0, file.length() - ".class".length()));
            }
        }
        Map<String, Map<String, byte[]>> all = new TreeMap<>(IMAGE);
        all.put("java.base", base);
        new LinkCheck(all).check(names);
        new LinkCheck(Map.of("java.base", base)).check(names);
    }

    @Test
    void whatDoesNotExistIsTold() {
        assertTrue(exists("java/weft/CarrierContext.unwinding"));
        assertFalse(exists("java/weft/CarrierContext.noSuchField"));
        assertFalse(exists("java/weft/NoSuchClass.run()V"));
        MethodNode broken = new MethodNode(Opcodes.ACC_STATIC, "broken", "()V", null, null);
        broken.visitInsn(Opcodes.POP);
        broken.visitInsn(Opcodes.RETURN);
        assertThrows(AnalyzerException.class, () -> new Analyzer<>(new BasicVerifier()).analyze("Broken", broken));
    }

    /** In the class or one above it: the member itself, or that of which it will be the twin. */
    private static boolean exists(String member) {
        int dot = member.indexOf('.');
        String named = member.substring(dot + 1);
        for (String owner = member.substring(0, dot); owner != null; ) {
            byte[] file = IMAGE.get("java.base").get(owner + ".class");
            if (file == null) {
                return false;
            }
            ClassNode node = node(file);
            boolean isThere = node.fields.stream().anyMatch(field -> field.name.equals(named))
                    || node.methods.stream()
                            .anyMatch(method -> (method.name + method.desc).equals(named)
                                    || (Names.twinName(method.name) + Names.twinDesc(method.desc)).equals(named));
            if (isThere) {
                return true;
            }
            owner = node.superName;
        }
        return false;
    }

    @Test
    void onlyTheFieldsOfTheListAreNew() {
        Set<String> added = new TreeSet<>();
        IMAGE.get("java.base").forEach((name, file) -> node(file).fields.stream()
                .filter(field -> field.name.startsWith(Names.ADDED))
                .forEach(field -> added.add(name.replace(".class", "." + field.name.substring(Names.ADDED.length())))));
        assertEquals(ImplementAccessors.NEW_FIELDS, added);
    }

    /** Who closes a file's channel signals the kernel threads that are noted; a fiber must not leave one meanwhile. */
    @Test
    void noTwinCanBeLeftWhileItsKernelThreadIsNoted() throws AnalyzerException {
        Map<String, byte[]> base = new TreeMap<>(IMAGE.get("java.base"));
        base.remove("module-info.class");
        Set<String> twins = new HashSet<>();
        recipes.forEach(recipe -> twins.addAll(recipe.suspendingTwins()));
        ClosedWorld world = new ClosedWorld(base.values(), twins);
        Set<String> found = new TreeSet<>();
        int methods = 0;
        for (byte[] file : base.values()) {
            ClassNode type = node(file);
            for (MethodNode method : type.methods) {
                Set<AbstractInsnNode> meanwhile = betweenNotes(type, method);
                methods += meanwhile.isEmpty() ? 0 : 1;
                for (AbstractInsnNode insn : meanwhile) {
                    if (!method.name.endsWith(Names.SUFFIX) && mayBeLeft(world, insn)) {
                        found.add(type.name + "." + method.name + ": " + called(insn));
                    }
                }
            }
        }
        // it never waits, and who holds the position's monitor is not asked to leave
        found.remove("sun/nio/ch/FileChannelImpl.position: jdk/internal/access/JavaIOFileDescriptorAccess.getAppend");
        assertEquals(Set.of(), found);
        assertTrue(methods > 5, "" + methods);
    }

    /** What is executed behind a call of {@code NativeThreadSet.add}, and before one of {@code remove}. */
    private static Set<AbstractInsnNode> betweenNotes(ClassNode type, MethodNode method) throws AnalyzerException {
        AbstractInsnNode[] all = method.instructions.toArray();
        Map<Integer, Set<Integer>> next = new HashMap<>();
        Deque<Integer> left = new ArrayDeque<>();
        for (int i = 0; i < all.length; i++) {
            if (called(all[i]).equals("sun/nio/ch/NativeThreadSet.add")) {
                left.add(i + 1);
            }
        }
        Set<AbstractInsnNode> seen = new LinkedHashSet<>();
        if (left.isEmpty()) {
            return seen;
        }
        new Analyzer<BasicValue>(new BasicInterpreter()) {
            @Override
            protected void newControlFlowEdge(int from, int to) {
                next.computeIfAbsent(from, key -> new TreeSet<>()).add(to);
            }

            @Override
            protected boolean newControlFlowExceptionEdge(int from, int to) {
                newControlFlowEdge(from, to);
                return true;
            }
        }.analyze(type.name, method);
        while (!left.isEmpty()) {
            int at = left.remove();
            if (!called(all[at]).equals("sun/nio/ch/NativeThreadSet.remove") && seen.add(all[at])) {
                left.addAll(next.getOrDefault(at, Set.of()));
            }
        }
        return seen;
    }

    private static String called(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call ? call.owner + "." + call.name : "";
    }

    private static boolean mayBeLeft(ClosedWorld world, AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.MONITORENTER
                || insn instanceof MethodInsnNode call
                        && world.callsTwin(call.owner, call.name, call.desc, call.getOpcode());
    }

    @Test
    void whatIsSaidToSuspendHasATwinWrittenByHand() {
        for (Recipe recipe : recipes) {
            for (String method : recipe.suspendingTwins()) {
                int dot = method.indexOf('.');
                int open = method.indexOf('(');
                ClassNode owner = node(IMAGE.get(recipe.module()).get(method.substring(0, dot) + ".class"));
                String twin = Names.twinName(method.substring(dot + 1, open)) + Names.twinDesc(method.substring(open));
                Set<String> members = new HashSet<>();
                owner.methods.forEach(each -> members.add(each.name + each.desc));
                assertTrue(members.contains(method.substring(dot + 1)), method);
                assertTrue(members.contains(twin), recipe.getClass().getSimpleName() + ": " + method);
            }
        }
    }

    @Test
    void aClassOfAnotherFormFailsTheWeaveInOneLineThatNamesAllThereIsToKnow() {
        for (Recipe recipe : Recipes.forJdk17(JdkProfiles.JDK_17)) {
            for (String name : always(recipe)) {
                ClassNode empty = new ClassNode();
                empty.name = name;
                empty.superName = "java/lang/Object";
                String what = recipe.getClass().getSimpleName() + " on " + name;
                String message = assertThrows(WeaveException.class, () -> recipe.apply(empty), what)
                        .getMessage();
                assertTrue(message.contains(recipe.getClass().getSimpleName()), message);
                assertTrue(message.contains(name.replace('/', '.')), message);
                assertTrue(message.contains(System.getProperty("java.version")), message);
                assertEquals(1, message.lines().count(), message);
            }
        }
    }
}

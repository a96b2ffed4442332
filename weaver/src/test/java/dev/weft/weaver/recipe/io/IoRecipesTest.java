package dev.weft.weaver.recipe.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.error.WeaveException;
import dev.weft.weaver.recipe.ClassFiles;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** What holds for every I/O recipe, checked on the classes of the running JDK. */
class IoRecipesTest {
    static Stream<Recipe> recipes() {
        return IoRecipes.all().stream();
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void theChangedClassesAreStillValidCode(Recipe recipe) throws AnalyzerException {
        for (String name : recipe.classes()) {
            ClassNode changed = ClassFiles.changedBy(recipe, name);
            for (MethodNode method : changed.methods) {
                // also checks that the declared size of the operand stack is large enough
                new Analyzer<>(new BasicVerifier()).analyze(changed.name, method);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void everyClassIsChanged(Recipe recipe) {
        for (String name : always(recipe)) {
            ClassNode before = ClassFiles.read(name);
            ClassNode after = ClassFiles.changedBy(recipe, name);
            boolean isChanged = before.methods.size() != after.methods.size()
                    || !ClassFiles.names(ClassFiles.calls(before)).equals(ClassFiles.names(ClassFiles.calls(after)));
            assertTrue(isChanged, name);
        }
    }

    /** The recipe itself puts up with an update of the JDK that lacks some. */
    @Test
    void everyCallForFilesIsAnnouncedInThisJdk() {
        Recipe recipe = new AnnounceFileCalls();
        for (String name : recipe.classes()) {
            Set<String> called = ClassFiles.calls(ClassFiles.read(name)).stream()
                    .map(call -> call.owner + "." + call.name)
                    .collect(Collectors.toSet());
            Set<String> missing = new TreeSet<>(AnnounceFileCalls.kinds(name).keySet());
            missing.removeAll(called);
            assertEquals(Set.of(), missing, name);
        }
    }

    /** A closer would signal the kernel thread on which the fiber began to wait; that thread may have ended. */
    @Test
    void aFiberThatWaitsForAFileLockNotesNoKernelThread() {
        for (String name : List.of("FileChannelImpl", "SimpleAsynchronousFileChannelImpl$1")) {
            ClassNode changed = ClassFiles.changedBy(new AwaitFileLocks(), "sun/nio/ch/" + name);
            for (MethodNode method : changed.methods) {
                List<String> calls = calls(method);
                if (calls.contains("FileDispatcher.lock") && method.name.matches("lock|run")) {
                    assertTrue(calls.contains("WeftSockets.enter"), name);
                    assertFalse(calls.contains("NativeThreadSet.add"), name);
                }
            }
        }
    }

    /** Of the package {@code sun.nio.ch}, without it. */
    private static List<String> calls(MethodNode method) {
        return Stream.of(method.instructions.toArray())
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .map(call -> call.owner.replace("sun/nio/ch/", "") + "." + call.name)
                .collect(Collectors.toList());
    }

    private static Set<String> always(Recipe recipe) {
        Set<String> classes = new HashSet<>(recipe.classes());
        classes.removeAll(recipe.classesOfSomeUpdates());
        assertFalse(classes.isEmpty());
        return classes;
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void aClassOfAnotherFormFailsTheWeaveInOneLineThatNamesAllThereIsToKnow(Recipe recipe) {
        for (String name : always(recipe)) {
            ClassNode empty = new ClassNode();
            empty.name = name;
            WeaveException failure = assertThrows(WeaveException.class, () -> recipe.apply(empty), name);
            String message = failure.getMessage();
            assertTrue(message.contains(recipe.getClass().getSimpleName()), message);
            assertTrue(message.contains(name.replace('/', '.')), message);
            assertTrue(message.matches(".*expected [1-9].*, found 0 .*"), message);
            assertTrue(message.contains(System.getProperty("java.version")), message);
            assertEquals(1, message.lines().count());
        }
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void whatTheChangedCodeCallsExists(Recipe recipe) {
        for (String name : recipe.classes()) {
            Set<String> before = helperCalls(ClassFiles.read(name));
            Set<String> added = helperCalls(ClassFiles.changedBy(recipe, name));
            added.removeAll(before);
            for (String call : added) {
                assertTrue(exists(call), name + " calls " + call);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void whatIsSaidToSuspendHasATwinWrittenByHand(Recipe recipe) {
        for (String method : recipe.suspendingTwins()) {
            String owner = method.substring(0, method.indexOf('.'));
            String name = method.substring(method.indexOf('.') + 1, method.indexOf('('));
            String desc = method.substring(method.indexOf('('));
            ClassNode node = ClassFiles.read(owner);
            assertTrue(has(node, name, desc), method);
            if (recipe.classes().contains(owner)) {
                recipe.apply(node);
            }
            assertTrue(has(node, Names.twinName(name), Names.twinDesc(desc)), method);
        }
    }

    @Test
    void plainCopiesKeepTheirNumberAndNoNativeMethodGetsCode() {
        for (Recipe recipe : IoRecipes.all()) {
            for (String name : recipe.classes()) {
                assertEquals(natives(ClassFiles.read(name)), natives(ClassFiles.changedBy(recipe, name)));
            }
        }
    }

    private static List<String> natives(ClassNode node) {
        return node.methods.stream()
                .filter(method -> (method.access & Opcodes.ACC_NATIVE) != 0)
                .map(method -> method.name + method.desc)
                .collect(Collectors.toList());
    }

    private static Set<String> helperCalls(ClassNode node) {
        Set<String> calls = new TreeSet<>();
        for (MethodInsnNode call : ClassFiles.calls(node)) {
            if (call.owner.contains("/Weft") || call.owner.startsWith("jdk/internal/weft/")) {
                calls.add(call.owner + "." + call.name + call.desc);
            }
        }
        return calls;
    }

    /** The method itself, or that of which it will be the twin. */
    private static boolean exists(String call) {
        int dot = call.indexOf('.');
        int open = call.indexOf('(');
        ClassNode owner = ClassFiles.read(call.substring(0, dot));
        String name = call.substring(dot + 1, open);
        String desc = call.substring(open);
        List<MethodNode> found = new ArrayList<>(owner.methods);
        found.removeIf(method -> !(method.name + method.desc).equals(name + desc)
                && !(Names.twinName(method.name) + Names.twinDesc(method.desc)).equals(name + desc));
        return found.size() == 1 && (found.get(0).access & Opcodes.ACC_STATIC) != 0;
    }

    private static boolean has(ClassNode node, String name, String desc) {
        return node.methods.stream().anyMatch(method -> method.name.equals(name) && method.desc.equals(desc));
    }
}

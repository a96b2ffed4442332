package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.PlainCalls;
import dev.weft.agent.resume.HostClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/**
 * What agents see of a class of the JDK, and what becomes of what they make of it; and the numbers of a later version.
 */
class JdkTwinsTest {
    /** A class as its author wrote it; those of this package get no twins. */
    private static byte[] author() {
        try (InputStream in = InsnList.class.getResourceAsStream("InsnList.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassNode read(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, 0);
        return node;
    }

    private static Set<String> methods(byte[] file) {
        Set<String> names = new TreeSet<>();
        for (MethodNode method : read(file).methods) {
            names.add(method.access + " " + method.name + method.desc);
        }
        return names;
    }

    private static int size(byte[] file, String name) {
        for (MethodNode method : read(file).methods) {
            if (method.name.equals(name)) {
                return method.instructions.size();
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void anAgentSeesNoTwinsAndTheClassThatItChangesHasTheSameMethods() {
        byte[] woven = new Weaving().weave(author(), false);
        byte[] shown = JdkTwins.without(woven);
        assertEquals(methods(author()), methods(shown));
        assertSame(shown, JdkTwins.without(shown));
        ClassNode changed = read(shown);
        for (MethodNode method : changed.methods) {
            if (method.name.equals("resetLabels")) {
                method.instructions.insert(new InsnNode(Opcodes.NOP));
            }
        }
        ClassWriter writer = new ClassWriter(0);
        changed.accept(writer);
        byte[] again = JdkTwins.with(woven, writer.toByteArray());
        assertEquals(methods(woven), methods(again));
        assertEquals(size(woven, "accept$weft"), size(again, "accept$weft"), "the twin of what is unchanged");
        assertTrue(size(again, "resetLabels$weft") < 10, "the twin of what is changed is a pinned stub");
        assertFalse(size(woven, "resetLabels$weft") < 10);
    }

    @Test
    void aMethodThatAnAgentHasAddedGetsATwinAndMeansTheFiber() {
        byte[] woven = new Weaving().weave(author(), false);
        ClassNode changed = read(JdkTwins.without(woven));
        MethodNode added = new MethodNode(Opcodes.ACC_PUBLIC, "added", "()Ljava/lang/Object;", null, null);
        added.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        added.visitInsn(Opcodes.ARETURN);
        added.visitMaxs(1, 1);
        changed.methods.add(added);
        ClassWriter writer = new ClassWriter(0);
        changed.accept(writer);
        ClassNode again = read(JdkTwins.with(woven, writer.toByteArray()));
        assertTrue(again.methods.stream().anyMatch(each -> each.name.equals("added$weft")));
        for (MethodNode each : again.methods) {
            if (each.name.equals("added")) {
                MethodInsnNode call = (MethodInsnNode) each.instructions.getFirst();
                assertFalse(call.owner.equals("java/lang/Thread"), call.owner);
            }
        }
    }

    @Test
    void aTwinThatWasWrittenByHandStaysAsItIs() {
        ClassNode woven = read(new Weaving().weave(author(), false));
        for (MethodNode method : woven.methods) {
            if (method.name.equals("resetLabels$weft")) {
                method.access &= ~Opcodes.ACC_SYNTHETIC;
            }
        }
        ClassWriter writer = new ClassWriter(0);
        woven.accept(writer);
        byte[] written = writer.toByteArray();
        byte[] again = JdkTwins.with(written, advised(JdkTwins.without(written)));
        assertEquals(methods(written), methods(again));
        assertEquals(size(written, "resetLabels$weft"), size(again, "resetLabels$weft"));
        assertTrue(size(again, "accept$weft") < 20, "the twin of what is changed is a pinned stub");
    }

    /** A class with frames, as all of the JDK have. */
    private static byte[] withFrames() {
        try (InputStream in = FutureTask.class.getResourceAsStream("FutureTask.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with one instruction more in each method. */
    private static byte[] advised(byte[] shown) {
        ClassNode node = read(shown);
        for (MethodNode method : node.methods) {
            method.instructions.insert(new InsnNode(Opcodes.NOP));
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    @Test
    void aChangedMethodHasAFullTwinWithPointsOfItsOwn() {
        byte[] woven = new Weaving().weaveLean(withFrames());
        int end = new HostClass(woven).end();
        byte[] full = JdkTwins.with(woven, advised(JdkTwins.without(woven)), end, false);
        assertEquals(methods(woven), methods(full));
        assertEquals(size(woven, "run$weft") + 1, size(full, "run$weft"), "what the agent has added");
        assertTrue(new HostClass(full).end() > end);
    }

    /** Its method has 25 numbers in hand at each of 60 calls. */
    private static byte[] withLongTwin() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "C", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "m", "(Ljava/lang/Runnable;)I", null, null);
        mv.visitCode();
        for (int i = 1; i <= 25; i++) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "D", "next", "()I", false);
            mv.visitVarInsn(Opcodes.ISTORE, i);
        }
        for (int i = 0; i < 60; i++) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
        }
        mv.visitInsn(Opcodes.ICONST_0);
        for (int i = 1; i <= 25; i++) {
            mv.visitVarInsn(Opcodes.ILOAD, i);
            mv.visitInsn(Opcodes.IADD);
        }
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void theTwinOfALongMethodThatAnAgentHasChangedIsCompiledToo() {
        byte[] woven = new Weaving().weaveLean(withLongTwin());
        byte[] full = JdkTwins.with(woven, advised(JdkTwins.without(woven)), new HostClass(woven).end(), false);
        MethodNode twin = read(full).methods.stream()
                .filter(each -> each.name.equals("m$weft"))
                .findFirst()
                .orElseThrow();
        assertTrue(twin.instructions.size() > 1_000, "a full twin");
        assertTrue(TwinSize.isCompiled(twin));
    }

    @Test
    void theTwinOfAChangedMethodMeansWhatTheAuthorsCodeDoes() {
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "m", "(Ljava/lang/Object;)V", null, null);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.MONITORENTER);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "wait", "()V", false);
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", false);
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.MONITOREXIT);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(1, 1);
        ClassNode host = new ClassNode();
        host.name = "C";
        PlainCalls calls = new PlainCalls(host);
        MethodNode edited = PlainEdits.edit(calls, "C", method);
        assertFalse(text(method).equals(text(edited)));
        assertEquals(text(method), text(PlainEdits.undone(edited)));
        assertEquals(text(method), text(PlainEdits.undone(PlainEdits.undone(edited))));
        method.access |= Opcodes.ACC_SYNCHRONIZED;
        assertEquals(text(method), text(PlainEdits.undone(PlainEdits.edit(calls, "C", method))));
    }

    /** Coverage tools put a probe between the entry of a monitor and the check of it, where a line begins. */
    @Test
    void whatAnAgentPutsBetweenAMonitorsEntryAndItsCheckIsKept() {
        byte[] woven = new Weaving().weave(withMonitors(), false);
        int end = new HostClass(woven).end();
        byte[] probed = probed(JdkTwins.without(woven));
        byte[] full = JdkTwins.with(woven, probed, end, false);
        assertEquals(methods(woven), methods(full));
        int largest = 0;
        for (MethodNode method : read(full).methods) {
            if (method.name.equals("notifyObservers$weft")) {
                largest = Math.max(largest, method.instructions.size());
            }
            assertVerified(method);
        }
        assertTrue(largest > 100, "a full twin");
    }

    @Test
    void theVerifierOfTheseTestsRefusesAStackThatDoesNotFit() {
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "m", "()V", null, null);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        assertThrows(AssertionError.class, () -> assertVerified(method));
    }

    private static void assertVerified(MethodNode method) {
        try {
            new Analyzer<>(new BasicVerifier()).analyze("java/util/Observable", method);
        } catch (AnalyzerException e) {
            throw new AssertionError(method.name + method.desc, e);
        }
    }

    /** A class that enters monitors, in blocks and in methods. */
    private static byte[] withMonitors() {
        try (InputStream in = Object.class.getResourceAsStream("/java/util/Observable.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with a probe in front of each instruction. */
    private static byte[] probed(byte[] shown) {
        ClassNode node = read(shown);
        for (MethodNode method : node.methods) {
            method.maxStack += 2;
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn.getOpcode() >= 0) {
                    InsnList probe = new InsnList();
                    probe.add(new InsnNode(Opcodes.ICONST_0));
                    probe.add(new InsnNode(Opcodes.ICONST_1));
                    probe.add(new InsnNode(Opcodes.POP2));
                    method.instructions.insertBefore(insn, probe);
                }
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static String text(MethodNode method) {
        StringBuilder text = new StringBuilder();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn.getOpcode() >= 0) {
                text.append(insn.getOpcode()).append(' ');
            }
            if (insn instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) insn;
                text.append(call.owner)
                        .append('.')
                        .append(call.name)
                        .append(call.desc)
                        .append(' ');
            }
        }
        return text.toString();
    }

    @Test
    void theFramesThatTheVmDoesNotKeepAreFoundInWhatWasLoaded() {
        byte[] woven = new Weaving().weave(withFrames(), false);
        ClassWriter bare = new ClassWriter(0);
        new ClassReader(woven).accept(bare, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        byte[] given = bare.toByteArray();
        assertSame(woven, JdkTwins.withFrames(given, woven));
        assertSame(given, JdkTwins.withFrames(given, advised(woven)));
        int end = new HostClass(woven).end();
        byte[] again = JdkTwins.with(woven, advised(JdkTwins.without(given)), end, false);
        assertTrue(size(again, "run$weft") < 10, "a method without its frames");
    }

    @Test
    void theSameClassIsWovenInTheSameWayAndALaterVersionHasOtherNumbers() {
        byte[] first = new Weaving().weave(author(), false);
        assertArrayEquals(first, new Weaving().weave(author(), false));
        int end = new HostClass(first).end();
        byte[] later = new Weaving().weaveLater(author(), end);
        assertEquals(2 * end, new HostClass(later).end());
        assertEquals(methods(first), methods(later));
        assertTrue(methods(first).stream().anyMatch(name -> name.contains(Names.SUFFIX)));
    }
}

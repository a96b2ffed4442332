package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.MethodSet;
import dev.weft.agent.facts.QuietSoFar;
import dev.weft.agent.facts.StubReason;
import dev.weft.agent.resume.HostClass;
import dev.weft.agent.resume.ResumerGenerator;
import dev.weft.samples.Quiet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** What becomes of single classes and methods. A list of independent cases, whole because they have one subject. */
class ClassWeaverTest {
    private final Weaving weaving = new Weaving();
    private final Map<StubReason.Reason, Integer> stubs = weaving.stubs;
    private final Set<String> full = weaving.full;

    private byte[] weave(byte[] file, boolean chaos) {
        return weaving.weave(file, chaos);
    }

    private ClassNode woven(Class<?> type) {
        return node(weave(Samples.file(type), false));
    }

    private static ClassNode node(byte[] file) {
        ClassNode node = new ClassNode();
        new ClassReader(file).accept(node, ClassReader.EXPAND_FRAMES);
        return node;
    }

    private static MethodNode twin(ClassNode host, String name) {
        return host.methods.stream()
                .filter(m -> m.name.equals(Names.twinName(name)) && m.desc.contains(Names.CONTEXT_D))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no twin of " + name));
    }

    private static void verify(ClassNode host) {
        for (MethodNode method : host.methods) {
            try {
                new Analyzer<>(new BasicVerifier()).analyze(host.name, method);
            } catch (AnalyzerException e) {
                throw new AssertionError(host.name + "." + method.name + method.desc, e);
            }
        }
    }

    private ClassNode wovenQuiet(Class<?> type, boolean areLoud) {
        MethodSet all = MethodSet.of(new byte[] {-1, -1});
        return node(weaving.weaveQuiet(Samples.file(type), new QuietSoFar(all, 5, areLoud)));
    }

    private static Set<String> loudTwins(ClassNode host) {
        Set<String> names = new HashSet<>();
        for (MethodNode method : host.methods) {
            String name = Names.authorsName(method.name);
            if (method.name.equals(Names.loudTwinName(name)) && !name.equals("<init>")) {
                assertEquals(Opcodes.ACC_PRIVATE, method.access & Opcodes.ACC_PRIVATE, method.name);
                names.add(name);
            }
        }
        return names;
    }

    @Test
    void constructorsAndInitializersTellOfMonitorsThatTheVmEnters() {
        ClassNode host = woven(Samples.NativeLocks.class);
        verify(host);
        for (MethodNode method : host.methods) {
            boolean tells = method.name.equals("<clinit>") || method.name.equals("<init>") && method.desc.equals("()V");
            assertEquals(tells ? 1 : 0, calls(method, "nativeMonitors"), method.name + method.desc);
        }
    }

    @Test
    void inFrontOfSuperAMonitorIsCheckedAsInThePlainCopy() {
        ClassNode host = woven(Samples.LockedEarly.class);
        verify(host);
        MethodNode twin = twin(host, "<init>");
        assertEquals(1, calls(twin, "entered"));
        assertEquals(0, calls(twin, "mustQueue"));
    }

    @Test
    void aQuietMethodHasTwoTwinsOfWhichTheFirstAsks() {
        ClassNode host = wovenQuiet(Samples.Calls.class, false);
        verify(host);
        assertEquals(full, loudTwins(host), "those that can suspend");
        for (String each : full) {
            int asked = 0;
            for (AbstractInsnNode insn : twin(host, each).instructions) {
                asked += insn.getOpcode() == Opcodes.GETSTATIC ? 1 : 0;
            }
            assertEquals(1, asked, each);
        }
        assertTrue(new HostClass(weaving.weaveQuiet(Samples.file(Samples.Calls.class), quiet())).end() > 0);
    }

    @Test
    void anAuthorsMethodMayHaveTheNameOfATwinOfAQuietOne() {
        ClassNode file = node(Samples.file(Samples.Calls.class));
        MethodNode one = file.methods.stream()
                .filter(each -> each.name.equals("one"))
                .findFirst()
                .orElseThrow();
        MethodNode other = new MethodNode(Opcodes.ASM9, one.access, Names.twinName("one"), one.desc, null, null);
        one.accept(other);
        file.methods.add(other);
        ClassWriter writer = new ClassWriter(0);
        file.accept(writer);
        MethodSet all = MethodSet.of(new byte[] {-1, -1, -1, -1});
        ClassNode host = node(weaving.weaveQuiet(writer.toByteArray(), new QuietSoFar(all, 5)));
        verify(host);
        Set<String> names = new HashSet<>();
        for (MethodNode each : host.methods) {
            assertTrue(names.add(each.name + each.desc), each.name + each.desc);
        }
    }

    private static QuietSoFar quiet() {
        return new QuietSoFar(MethodSet.NONE.with(1).with(2), 5);
    }

    @Test
    void aVersionThatReplacesOneHasTheSameMethods() {
        Set<String> before = new HashSet<>();
        wovenQuiet(Samples.Calls.class, false).methods.forEach(each -> before.add(each.name + each.desc));
        ClassNode again = wovenQuiet(Samples.Calls.class, true);
        verify(again);
        Set<String> after = new HashSet<>();
        again.methods.forEach(each -> after.add(each.name + each.desc));
        assertTrue(after.containsAll(before), after.toString());
        for (MethodNode each : again.methods) {
            for (AbstractInsnNode insn : each.instructions) {
                assertFalse(insn.getOpcode() == Opcodes.BALOAD, each.name + " asks, and is loud");
            }
        }
    }

    @Test
    void aMethodThatCallsOthersGetsAFullTwinAndALeafACopy() {
        ClassNode host = woven(Samples.Calls.class);
        verify(host);
        assertTrue(full.containsAll(Set.of("one", "nested")), full.toString());
        assertEquals(2, stubs.get(StubReason.Reason.NEVER_SUSPENDS), "the leaf and the constructor");
        for (AbstractInsnNode insn : twin(host, "leaf").instructions) {
            assertFalse(insn instanceof MethodInsnNode, "a leaf's twin repeats its code");
        }
        assertEquals("this", twin(host, "leaf").localVariables.get(0).name, "and the names of its variables");
    }

    @Test
    void whatNeverSuspendsWhateverIsLoadedIsCalledPlainly() {
        ClassNode host = woven(Quiet.class);
        verify(host);
        assertEquals(Set.of("callsOpen", "locked", "guarded", "take", "again", "all"), full);
        Set<String> called = new HashSet<>();
        for (AbstractInsnNode insn : twin(host, "all").instructions) {
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(host.name)) {
                called.add(((MethodInsnNode) insn).name);
            }
        }
        Set<String> twins = Set.of("callsOpen$weft", "locked$weft", "guarded$weft", "again$weft");
        Set<String> expected = new HashSet<>(twins);
        expected.addAll(Set.of("fibonacci", "isEven"));
        assertEquals(
                expected, called, "recursion and two that call each other are quiet, what may be overridden is not");
    }

    @Test
    void thePlainCopyOfAMethodWithoutMonitorsStaysAsItWas() {
        ClassNode before = node(Samples.file(Samples.Calls.class));
        ClassNode after = woven(Samples.Calls.class);
        for (MethodNode method : before.methods) {
            MethodNode same = after.methods.stream()
                    .filter(m -> m.name.equals(method.name) && m.desc.equals(method.desc))
                    .findFirst()
                    .orElseThrow();
            assertEquals(method.instructions.size(), same.instructions.size(), method.name);
        }
    }

    @Test
    void anObjectUnderConstructionIsAllocatedBehindItsArguments() {
        MethodNode twin = twin(woven(Samples.Calls.class), "nested");
        int news = 0;
        boolean afterTake = false;
        for (AbstractInsnNode insn : twin.instructions) {
            boolean isTake = insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals("take$weft");
            afterTake |= isTake;
            if (insn.getOpcode() == Opcodes.NEW && insn.getNext().getOpcode() != Opcodes.POP) {
                assertTrue(afterTake, "allocated before the suspension point");
                news++;
            }
        }
        assertEquals(2, news);
    }

    /** The author's frame of the handler has the object still, though nothing reads it. */
    @Test
    void anObjectThatIsNeverConstructedMayLieInALocalWhereAMethodWaitsUnderAMonitor() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "wait", "(Ljava/lang/Object;)V", null, null);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label done = new Label();
        mv.visitTryCatchBlock(start, end, handler, null);
        Label made = new Label();
        mv.visitLabel(made);
        mv.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
        mv.visitVarInsn(Opcodes.ASTORE, 1);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitLabel(start);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()V", false);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.MONITOREXIT);
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, done);
        mv.visitLabel(handler);
        Object[] locals = {"java/lang/Object", made};
        mv.visitFrame(Opcodes.F_NEW, 2, locals, 1, new Object[] {"java/lang/Throwable"});
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.MONITOREXIT);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(done);
        mv.visitFrame(Opcodes.F_NEW, 2, locals, 0, null);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(1, 2);
        mv.visitEnd();
        byte[] file = weave(writer.toByteArray(), false);
        verify(node(file));
        assertTrue(saves(twin(node(file), "wait")) > 0);
        int points = new HostClass(file).end();
        for (int point = 0; point < points; point++) {
            verify(node(ResumerGenerator.generate(file, point, true)));
        }
    }

    @Test
    void aConstructorHasATwinWithTheContextAsItsLastParameter() {
        ClassNode host = woven(Samples.Made.class);
        verify(host);
        assertTrue(full.contains("<init>"));
        assertTrue(twin(host, "<init>").desc.endsWith(Names.CONTEXT_D + ")V"));
    }

    @Test
    void monitorsAreLeftInTheSavingCodeAndCheckedWhenEntered() {
        ClassNode host = woven(Samples.Locks.class);
        verify(host);
        assertTrue(full.containsAll(Set.of("block", "method", "ofClass")), full.toString());
        assertEquals(0, twin(host, "method").access & Opcodes.ACC_SYNCHRONIZED);
        long checks = calls(twin(host, "block"), "mustQueue");
        assertEquals(2, checks);
        assertEquals(1, calls(twin(host, "ofClass"), "wait$weft"));
    }

    private static long calls(MethodNode method, String name) {
        long count = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).name.equals(name)) {
                count++;
            }
        }
        return count;
    }

    @Test
    void anInterfaceOfAProgramGetsAbstractTwins() {
        MethodNode twin = twin(woven(Samples.WithoutInitializer.class), "value");
        assertTrue((twin.access & Opcodes.ACC_ABSTRACT) != 0);
        assertThrows(AssertionError.class, () -> twin(woven(Samples.WithoutInitializer.class), "toString"));
    }

    @Test
    void anInterfaceOfTheJdkGetsConcreteStubsUnlessThatWouldMakeItInitializeEarlier() {
        ClassWeaver weaver = new ClassWeaver((owner, name, desc, opcode) -> true, false);
        byte[] without = weaver.weave(Samples.file(Samples.WithoutInitializer.class), new Weaving());
        assertEquals(0, twin(node(without), "value").access & Opcodes.ACC_ABSTRACT);
        byte[] with = weaver.weave(Samples.file(Samples.WithInitializer.class), new Weaving());
        assertTrue((twin(node(with), "value").access & Opcodes.ACC_ABSTRACT) != 0);
    }

    @Test
    void anAbstractMethodGetsAPinnedStubThatCallsVirtually() {
        MethodNode twin = twin(woven(Samples.Abstract.class), "value");
        long virtual = 0;
        for (AbstractInsnNode insn : twin.instructions) {
            virtual += insn.getOpcode() == Opcodes.INVOKEVIRTUAL ? 1 : 0;
        }
        assertEquals(1, virtual);
    }

    @Test
    void everySuspensionPointHasAResumerThatPassesTheVerifier() {
        for (Class<?> type : new Class<?>[] {Samples.Calls.class, Samples.Locks.class, Samples.Made.class}) {
            for (boolean chaos : new boolean[] {false, true}) {
                byte[] file = weave(Samples.file(type), chaos);
                int points = new HostClass(file).end();
                assertTrue(points > 2, type.getName());
                for (int point = 0; point < points; point++) {
                    ClassNode resumer = node(ResumerGenerator.generate(file, point, true));
                    verify(resumer);
                    HostClass host = new HostClass(file);
                    StackTraceElement place = ResumerGenerator.place(host, point);
                    assertEquals(type.getName(), place.getClassName());
                    assertEquals(place.getLineNumber(), lineAtStart(resumer), place.toString());
                    String descriptor = ResumerGenerator.descriptor(host, point);
                    assertFalse(descriptor.contains(Names.CONTEXT), descriptor);
                }
            }
        }
    }

    /** The source line of the first instruction of the method that resumes, or -1. */
    private static int lineAtStart(ClassNode resumer) {
        MethodNode method = resumer.methods.stream()
                .filter(each -> each.name.equals("resume"))
                .findAny()
                .orElseThrow();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode) {
                return ((LineNumberNode) insn).line;
            } else if (insn.getOpcode() >= 0) {
                return -1;
            }
        }
        return -1;
    }

    private static int saves(MethodNode method) {
        int count = 0;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.SAVE)) {
                count++;
            }
        }
        return count;
    }

    @Test
    void theVerifierOfTheseTestsRefusesABrokenMethod() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Broken", null, "java/lang/Object", null);
        MethodVisitor broken = writer.visitMethod(Opcodes.ACC_STATIC, "broken", "()I", null, null);
        broken.visitInsn(Opcodes.ACONST_NULL);
        broken.visitInsn(Opcodes.IRETURN);
        broken.visitMaxs(1, 0);
        assertThrows(AssertionError.class, () -> verify(node(writer.toByteArray())));
    }

    private static ClassWriter writer() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Made", null, "java/lang/Object", null);
        return writer;
    }

    /** ASM would write the lower bits of their number. */
    @Test
    void aClassWithoutRoomForTwinsOfAllMethodsIsRefused() {
        ClassWriter writer = writer();
        for (int name = 0; name < 200; name++) {
            for (int arguments = 0; arguments < 165; arguments++) {
                int access = Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE;
                writer.visitMethod(access, "m" + name, "(" + "I".repeat(arguments) + ")V", null, null);
            }
        }
        byte[] file = writer.toByteArray();
        assertThrows(IllegalStateException.class, () -> weave(file, false));
    }

    /** Thousands of operands at each of thousands of calls: gigabytes, if they were followed. */
    @Test
    void aMethodWithTooManyValuesGetsAPinnedStub() {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "deep", "()V", null, null);
        int depth = 8_000;
        for (int i = 0; i < depth; i++) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()I", false);
        }
        for (int i = 0; i < depth; i++) {
            mv.visitInsn(Opcodes.POP);
        }
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        weave(writer.toByteArray(), false);
        assertEquals(Map.of(StubReason.Reason.TOO_LARGE, 1), stubs);
    }

    /** How many references a method's twin saves that makes so many variables, and then calls so often. */
    private int savedBy(int variables, int calls) {
        return saved(variables, mv -> {
            for (int i = 0; i < variables; i++) {
                makeVariable(mv, i);
            }
            for (int i = 0; i < calls; i++) {
                call(mv);
            }
        });
    }

    /** The same of a method that calls behind each of its variables, so that no two points save the same. */
    private int savedByEach(int variables) {
        return saved(variables, mv -> {
            for (int i = 0; i < variables; i++) {
                makeVariable(mv, i);
                call(mv);
            }
        });
    }

    private static void makeVariable(MethodVisitor mv, int i) {
        mv.visitLdcInsn("text");
        mv.visitVarInsn(Opcodes.ASTORE, i);
    }

    private static void call(MethodVisitor mv) {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()V", false);
    }

    private int saved(int variables, Consumer<MethodVisitor> code) {
        ClassWriter writer = writer();
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "hold", "()V", null, null);
        code.accept(mv);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        MethodNode twin = twin(node(weave(writer.toByteArray(), false)), "hold");
        // the context comes as the first local, and is moved
        int saved = -1;
        for (AbstractInsnNode insn : twin.instructions) {
            saved += insn.getOpcode() == Opcodes.ALOAD && ((VarInsnNode) insn).var < variables ? 1 : 0;
        }
        return saved;
    }

    /** Of points that share the code which saves, the last is counted. */
    @Test
    void aTwinKeepsReferencesUnlessTheVmWouldNotCompileItForThem() {
        assertEquals(10 * 20, savedBy(10, 20));
        assertEquals(60, savedBy(60, 60), "about 10,000 bytes, and 2,000 where points share code");
        assertEquals(0, savedByEach(100), "about 16,000 bytes with them, 4,000 without");
        assertEquals(4, savedBy(4, 400), "more than 8,000 bytes in either case");
        assertEquals(0, savedBy(60, 900), "more values than the planner takes");
        assertEquals(0, savedByEach(250), "more than a class file has room for with them");
    }

    /** From version 53 on; see JVMS 6.5 putstatic. */
    @Test
    void aResumerRefusesTheWritesOfFinalFieldsThatTheVmRefuses() {
        ClassWriter writer = writer();
        writer.visitField(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "text", "Ljava/lang/String;", null, null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "fill", "()V", null, null);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "call", "()Ljava/lang/String;", false);
        mv.visitFieldInsn(Opcodes.PUTSTATIC, "Made", "text", "Ljava/lang/String;");
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(0, 0);
        ClassNode resumer = node(ResumerGenerator.generate(weave(writer.toByteArray(), false), 0, true));
        verify(resumer);
        List<String> called = resumer.methods.stream()
                .flatMap(method -> Arrays.stream(method.instructions.toArray()))
                .filter(insn ->
                        insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.FINAL_FIELDS))
                .map(insn -> ((MethodInsnNode) insn).name)
                .toList();
        assertEquals(List.of("refuse"), called);
    }

    @Test
    void unbalancedMonitorsGetAPinnedStub() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Unbalanced", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "enter", "(Ljava/lang/Object;)V", null, null);
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(1, 1);
        weave(writer.toByteArray(), false);
        assertEquals(1, stubs.get(StubReason.Reason.UNBALANCED_MONITORS));
    }

    /** HotSpot keeps the constants of all versions, until it dies of their number. */
    @Test
    void theNumbersOfPointsOfLaterVersionsMakeNoConstants() {
        List<byte[]> files = new ArrayList<>();
        for (Class<?> type : new Class<?>[] {Samples.Calls.class, Samples.Locks.class, Samples.Made.class}) {
            files.add(Samples.file(type));
        }
        files.add(longMethod(20));
        for (byte[] file : files) {
            int constants = new ClassReader(weaving.weaveLater(file, 1_000)).getItemCount();
            // some of the numbers are pushed as they are, and some in parts
            int boundary = Short.MAX_VALUE - 1;
            for (int first : new int[] {boundary, 1_000_000, Integer.MAX_VALUE / 4}) {
                byte[] later = weaving.weaveLater(file, first);
                assertEquals(constants, new ClassReader(later).getItemCount(), "from " + first);
                verify(node(later));
                int end = new HostClass(later).end();
                assertTrue(end > first + 2);
                for (int point = first; point < end; point++) {
                    verify(node(ResumerGenerator.generate(later, point, true)));
                }
            }
        }
    }

    @Test
    void aTwinWhoseSavingCodeIsTooFarForAShortJumpCanBeResumed() {
        int calls = 20;
        byte[] file = weave(longMethod(calls), false);
        MethodNode twin = twin(node(file), "sum");
        assertEquals(1, saves(twin), "one for all of them");
        // each save block ends with a jump
        int wide = -calls;
        for (AbstractInsnNode insn : twin.instructions) {
            wide += insn.getOpcode() == Opcodes.GOTO ? 1 : 0;
        }
        assertTrue(wide > 0 && wide < calls, wide + " jumps too far, of " + calls);
        for (int point : new int[] {0, 1, calls / 2, calls - 1}) {
            ClassNode resumer = node(ResumerGenerator.generate(file, point, true));
            verify(resumer);
            int left = 0;
            for (MethodNode method : resumer.methods) {
                left += (int) calls(method, "take$weft");
            }
            assertEquals(calls - 1 - point, left, "calls behind point " + point);
        }
    }

    /** A class whose one method is as long as that. */
    private static byte[] longMethod(int calls) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Long", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "sum", "(IJ)I", null, null);
        mv.visitCode();
        for (int i = 0; i < calls; i++) {
            for (int k = 0; i == calls / 2 && k < Short.MAX_VALUE; k++) {
                mv.visitInsn(Opcodes.NOP);
            }
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()I", false);
            mv.visitVarInsn(Opcodes.ILOAD, 0);
            mv.visitInsn(Opcodes.IADD);
            mv.visitVarInsn(Opcodes.ISTORE, 0);
        }
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitInsn(Opcodes.IRETURN);
        mv.visitMaxs(2, 3);
        mv.visitEnd();
        return writer.toByteArray();
    }

    /** As the class file writer of JBoss does. */
    @Test
    void aFrameBehindEachInstructionLeavesOneForEachPlaceOfTheTwin() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(
                Opcodes.V1_6, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "many/Frames", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "make", "()Ljava/lang/Object;", null, null);
        mv.visitCode();
        Label made = new Label();
        mv.visitLabel(made);
        mv.visitTypeInsn(Opcodes.NEW, "other/Made");
        mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {made});
        mv.visitInsn(Opcodes.DUP);
        mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 2, new Object[] {made, made});
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "other/Called", "take", "()I", false);
        mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 3, new Object[] {made, made, Opcodes.INTEGER});
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "other/Made", "<init>", "(I)V", false);
        mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"other/Made"});
        mv.visitInsn(Opcodes.ARETURN);
        mv.visitMaxs(0, 0);
        mv.visitEnd();
        writer.visitEnd();
        for (boolean chaos : new boolean[] {false, true}) {
            MethodNode twin = twin(node(weave(writer.toByteArray(), chaos)), "make");
            int frames = 0;
            boolean isBehindOne = false;
            for (AbstractInsnNode insn : twin.instructions) {
                if (insn instanceof FrameNode) {
                    assertFalse(isBehindOne, "two frames of one place");
                    isBehindOne = true;
                    frames++;
                } else if (insn.getOpcode() >= 0) {
                    isBehindOne = false;
                }
            }
            assertTrue(frames >= 4, "frames: " + frames);
        }
    }

    /** A class file of Java 1.4, which has no frames, with one static method that branches. */
    private static byte[] branching(int access, String method) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, access, "old/Branching", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, method, "()V", null, null);
        mv.visitCode();
        Label end = new Label();
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitJumpInsn(Opcodes.IFEQ, end);
        mv.visitInsn(Opcodes.NOP);
        mv.visitLabel(end);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(1, 0);
        mv.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void aShortMethodThatBranchesWithoutFramesIsCalledAndNotRepeated() {
        ClassNode host = node(weave(branching(Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "leaf"), false));
        verify(host);
        assertEquals(1, calls(twin(host, "leaf"), "leaf"));
    }

    /** The class file as a compiler of Java 5 would have written it: without frames. */
    private static byte[] withoutFrames(Class<?> type) {
        ClassNode node = new ClassNode();
        new ClassReader(Samples.file(type)).accept(node, ClassReader.SKIP_FRAMES);
        node.version = Opcodes.V1_5;
        node.nestHostClass = null;
        node.nestMembers = null;
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    @Test
    void methodsOfOldClassFilesWithoutFramesGetFullTwinsAndResumers() {
        for (boolean chaos : new boolean[] {false, true}) {
            byte[] file = weave(withoutFrames(Samples.Old.class), chaos);
            ClassNode host = node(file);
            verify(host);
            assertTrue(full.containsAll(Set.of("loop", "choose", "guarded", "held", "made")), full.toString());
            int points = 0;
            for (MethodNode method : host.methods) {
                points += Names.isTwin(method.name, method.desc) ? saves(method) : 0;
            }
            assertTrue(points > 8, points + " points");
            for (int point = 0; point < points; point++) {
                verify(node(ResumerGenerator.generate(file, point, true)));
            }
        }
        assertEquals(null, stubs.get(StubReason.Reason.NO_FRAMES));
    }

    @Test
    void operandsThatDifferWherePathsMeetGetAPinnedStub() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "old/Wrong", null, "java/lang/Object", null);
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_STATIC, "wrong", "(I)V", null, null);
        Label here = new Label();
        mv.visitCode();
        mv.visitLabel(here);
        mv.visitInsn(Opcodes.ICONST_0);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, "Other", "take", "()V", false);
        mv.visitVarInsn(Opcodes.ILOAD, 0);
        mv.visitJumpInsn(Opcodes.IFEQ, here);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitMaxs(9, 1);
        mv.visitEnd();
        weave(writer.toByteArray(), false);
        assertEquals(1, stubs.get(StubReason.Reason.NO_FRAMES));
    }

    @Test
    void anOldInterfaceWithAnInitializerKeepsItsVersionSinceThatMayLackFrames() {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
        assertEquals(Opcodes.V1_5, node(weave(branching(access, "<clinit>"), false)).version);
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_4, access, "old/Plain", null, "java/lang/Object", null);
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "m", "()V", null, null);
        assertEquals(Opcodes.V1_8, node(weave(writer.toByteArray(), false)).version);
    }
}

package dev.weft.weaver.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.facts.JdkFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which methods of a small image may suspend, and which calls go to twins. */
class ClosedWorldTest {
    private static final int FINAL = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL;
    private static final int STATIC = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;

    /** The only method that suspends by itself. */
    private static final String PARK = "p/Locks.park()V";

    private final List<byte[]> files = new ArrayList<>();

    ClosedWorldTest() {
        new Written("java/lang/Object", null, Opcodes.ACC_PUBLIC).end();
        new Written("p/Locks", "java/lang/Object", FINAL).method(STATIC, "park").end();
    }

    /** One class of the image. */
    private final class Written {
        private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

        Written(String name, String superName, int access, String... interfaces) {
            writer.visit(Opcodes.V17, access, name, null, superName, interfaces);
        }

        /** A method that calls others, each as {@code owner.name}; or one that has no code. */
        Written method(int access, String name, String... callees) {
            MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
                for (String callee : callees) {
                    call(method, callee);
                }
                return returning(method);
            }
            method.visitEnd();
            return this;
        }

        /** A method that enters a monitor. */
        Written locking(String name) {
            MethodVisitor method = writer.visitMethod(STATIC, name, "()V", null, null);
            method.visitLdcInsn("lock");
            method.visitInsn(Opcodes.MONITORENTER);
            return returning(method);
        }

        /** A method that depends on its caller, and would suspend. */
        Written sensitive(String name) {
            return sensitive(FINAL, name);
        }

        Written sensitive(int access, String name) {
            MethodVisitor method = writer.visitMethod(access, name, "()V", null, null);
            method.visitAnnotation("Ljdk/internal/reflect/CallerSensitive;", true)
                    .visitEnd();
            call(method, "p/Locks.park");
            return returning(method);
        }

        private void call(MethodVisitor method, String callee) {
            int dot = callee.indexOf('.');
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC, callee.substring(0, dot), callee.substring(dot + 1), "()V", false);
        }

        private Written returning(MethodVisitor method) {
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, 0);
            method.visitEnd();
            return this;
        }

        void end() {
            writer.visitEnd();
            files.add(writer.toByteArray());
        }
    }

    private ClosedWorld world() {
        return new ClosedWorld(files, Set.of(PARK));
    }

    private static boolean suspends(ClosedWorld world, String owner, String name) {
        return !world.neverSuspends(owner, name, "()V");
    }

    @Test
    void whoCallsWhatSuspendsSuspendsHoweverFarAway() {
        new Written("p/A", "java/lang/Object", FINAL)
                .method(STATIC, "far", "p/A.nearer")
                .method(STATIC, "nearer", "p/A.near")
                .method(STATIC, "near", "p/Locks.park")
                .method(STATIC, "quiet", "p/A.alsoQuiet")
                .method(STATIC, "alsoQuiet")
                .end();
        ClosedWorld world = world();
        for (String each : List.of("far", "nearer", "near")) {
            assertTrue(suspends(world, "p/A", each), each);
            assertTrue(world.callsTwin("p/A", each, "()V", Opcodes.INVOKESTATIC), each);
        }
        for (String each : List.of("quiet", "alsoQuiet")) {
            assertFalse(suspends(world, "p/A", each), each);
            assertFalse(world.callsTwin("p/A", each, "()V", Opcodes.INVOKESTATIC), each);
        }
    }

    @Test
    void thoseThatOnlyCallEachOtherAreQuiet() {
        new Written("p/A", "java/lang/Object", FINAL)
                .method(STATIC, "even", "p/A.odd")
                .method(STATIC, "odd", "p/A.even")
                .end();
        assertFalse(suspends(world(), "p/A", "even"));
    }

    @Test
    void aMonitorMaySuspendAndNativeCodeNot() {
        new Written("p/A", "java/lang/Object", FINAL)
                .locking("locks")
                .method(STATIC | Opcodes.ACC_NATIVE, "nothing")
                .end();
        ClosedWorld world = world();
        assertTrue(suspends(world, "p/A", "locks"));
        assertFalse(suspends(world, "p/A", "nothing"));
    }

    @Test
    void whatAProgramMayOverrideMaySuspend() {
        new Written("p/Open", "java/lang/Object", Opcodes.ACC_PUBLIC)
                .method(Opcodes.ACC_PUBLIC, "open")
                .method(FINAL, "closed")
                .end();
        ClosedWorld world = world();
        assertTrue(world.callsTwin("p/Open", "open", "()V", Opcodes.INVOKEVIRTUAL));
        assertFalse(world.callsTwin("p/Open", "closed", "()V", Opcodes.INVOKEVIRTUAL));
        assertFalse(world.callsTwin("p/Open", "open", "()V", Opcodes.INVOKESPECIAL), "a call of exactly this method");
    }

    @Test
    void overridesInTheImageCountWhereNoOthersCanBe() {
        new Written("p/Base", "java/lang/Object", 0).method(0, "work").end();
        new Written("p/Quiet", "p/Base", 0).method(0, "work").end();
        assertFalse(world().callsTwin("p/Base", "work", "()V", Opcodes.INVOKEVIRTUAL));
        new Written("p/Loud", "p/Base", 0).method(0, "work", "p/Locks.park").end();
        ClosedWorld world = world();
        assertTrue(world.callsTwin("p/Base", "work", "()V", Opcodes.INVOKEVIRTUAL));
        assertFalse(world.callsTwin("p/Quiet", "work", "()V", Opcodes.INVOKEVIRTUAL));
    }

    @Test
    void aCallMeansTheInheritedMethod() {
        new Written("p/I", "java/lang/Object", Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_PUBLIC)
                .method(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "ofInterface")
                .end();
        new Written("p/Base", "java/lang/Object", 0)
                .method(Opcodes.ACC_FINAL, "inherited", "p/Locks.park")
                .end();
        new Written("p/Heir", "p/Base", Opcodes.ACC_ABSTRACT, "p/I").end();
        ClosedWorld world = world();
        assertTrue(world.callsTwin("p/Heir", "inherited", "()V", Opcodes.INVOKEVIRTUAL));
        assertTrue(world.callsTwin("p/Heir", "ofInterface", "()V", Opcodes.INVOKEVIRTUAL));
        assertFalse(world.callsTwin("p/Heir", "absent", "()V", Opcodes.INVOKEVIRTUAL));
        assertFalse(world.callsTwin("[Ljava/lang/Object;", "clone", "()V", Opcodes.INVOKEVIRTUAL));
    }

    @Test
    void whatDependsOnItsCallerHasNoTwin() {
        new Written("p/A", "java/lang/Object", FINAL).sensitive("who").end();
        ClosedWorld world = world();
        assertFalse(world.callsTwin("p/A", "who", "()V", Opcodes.INVOKEVIRTUAL));
        assertTrue(world.hasNoTwin("p/A", "who", "()V", true));
        assertFalse(world.hasNoTwin("p/A", "who", "()V", false));
    }

    @Test
    void onlyWhatAProgramCanInheritIsCallerSensitiveInItsClasses() {
        int open = Opcodes.ACC_PUBLIC;
        new Written("p/Open", "java/lang/Object", open)
                .method(open, "<init>")
                .sensitive("ofOpen")
                .sensitive(open | Opcodes.ACC_STATIC, "ofOpenClass")
                .end();
        new Written("p/Closed", "java/lang/Object", open)
                .method(Opcodes.ACC_PRIVATE, "<init>")
                .sensitive("ofClosed")
                .end();
        new Written("p/Base", "java/lang/Object", open)
                .method(Opcodes.ACC_PRIVATE, "<init>")
                .sensitive("ofBase")
                .end();
        new Written("p/Heir", "p/Base", open).method(open, "<init>").end();
        JdkFacts facts = world().summary(false);
        assertTrue(facts.isCallerSensitive("ofOpen", "()V", false));
        assertFalse(facts.isCallerSensitive("ofOpen", "()V", true));
        assertTrue(facts.isCallerSensitive("ofOpenClass", "()V", true));
        assertFalse(facts.isCallerSensitive("ofOpenClass", "()V", false));
        assertFalse(facts.isCallerSensitive("ofClosed", "()V", false));
        assertTrue(facts.isCallerSensitive("ofBase", "()V", false));
    }

    @Test
    void aQuietMethodNeedsATwinOnlyWhereOthersMayCallIt() {
        new Written("p/A", "java/lang/Object", FINAL)
                .method(STATIC, "own")
                .method(FINAL, "ofFinal")
                .end();
        new Written("p/B", "java/lang/Object", Opcodes.ACC_PUBLIC)
                .method(FINAL, "inheritable")
                .method(Opcodes.ACC_PUBLIC, "open")
                .end();
        ClosedWorld world = world();
        assertFalse(world.needsTwin("p/A", STATIC, "own", "()V"));
        assertFalse(world.needsTwin("p/A", FINAL, "ofFinal", "()V"));
        assertTrue(world.needsTwin("p/B", FINAL, "inheritable", "()V"));
        assertTrue(world.needsTwin("p/B", Opcodes.ACC_PUBLIC, "open", "()V"));
    }

    @Test
    void anInitializerMayBeThatOfASuperclass() {
        new Written("p/Base", "java/lang/Object", 0)
                .method(Opcodes.ACC_STATIC, "<clinit>")
                .end();
        new Written("p/Heir", "p/Base", 0).end();
        new Written("p/None", "java/lang/Object", 0).end();
        ClosedWorld world = world();
        assertTrue(world.mayHaveInitializer("p/Heir"));
        assertFalse(world.mayHaveInitializer("p/None"));
    }

    @Test
    void loadTimeWeavingIsToldOfTheSame() {
        new Written("p/A", "java/lang/Object", FINAL)
                .method(STATIC, "loud", "p/Locks.park")
                .method(STATIC, "quiet")
                .end();
        JdkFacts facts = world().summary(false);
        assertTrue(facts.isJdkClass("p/A"));
        assertFalse(facts.isJdkClass("app/Main"));
        assertTrue(facts.neverSuspends("p/A", "quiet", "()V"));
        assertFalse(facts.neverSuspends("p/A", "loud", "()V"));
        assertEquals(Set.of(PARK), world().explicitTwins());
    }
}

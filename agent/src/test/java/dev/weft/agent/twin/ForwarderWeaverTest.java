package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.agent.abi.Names;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** Which methods of hidden classes are forwarders; all others get pinned stubs. */
class ForwarderWeaverTest {
    /** Each method calls one that may suspend. */
    abstract static class Forms {
        private int field;

        abstract int answer();

        abstract Object text();

        int passed() {
            return answer();
        }

        Integer boxed() {
            return answer();
        }

        long widened() {
            return answer();
        }

        void dropped() {
            answer();
        }

        String cast() {
            return (String) text();
        }

        int added() {
            return answer() + 1;
        }

        int addedInFront() {
            return field + answer();
        }

        int constant() {
            answer();
            return 4;
        }

        void stored() {
            field = answer();
        }

        int chosen() {
            switch (field) {
                case 1:
                    return answer();
                case 2:
                    return 2;
                default:
                    return 3;
            }
        }

        synchronized int locked() {
            return answer();
        }

        int kept() {
            int kept = answer();
            return kept;
        }

        Integer parsed() {
            return Integer.valueOf((String) text());
        }

        int numeric() {
            return Character.getNumericValue(answer());
        }

        int caught() {
            try {
                return answer();
            } catch (IllegalStateException e) {
                return 1;
            }
        }

        int twice() {
            answer();
            return answer();
        }

        int ofStatic() {
            return own();
        }

        int storedInFront() {
            int stored = field + 1;
            return plus(stored);
        }

        Integer storedInFrontAndBoxed() {
            int stored = field + 1;
            return plus(stored);
        }

        abstract int plus(int number);

        Object made(String text) {
            return new StringBuilder(text);
        }

        Object madeOfResult() {
            return new StringBuilder(answer());
        }

        Object madeAndUsed(String text) {
            return new StringBuilder(text).reverse();
        }

        static int own() {
            return 5;
        }
    }

    private static boolean isForwarder(String name) {
        ClassNode woven = new ClassNode();
        byte[] file = Samples.file(Forms.class);
        new ClassReader(new ForwarderWeaver((owner, method, desc, opcode) -> true).weave(file)).accept(woven, 0);
        for (MethodNode method : woven.methods) {
            if (method.name.equals(Names.twinName(name))) {
                return callsTwin(method);
            }
        }
        throw new AssertionError("no twin of " + name);
    }

    /** Where the target has suspended there may be no memory for that. */
    @Test
    void theNamesOfConversionsAreResolvedInFrontOfTheCall() {
        ClassNode woven = new ClassNode();
        new ClassReader(new ForwarderWeaver((owner, method, desc, opcode) -> true).weave(Samples.file(Forms.class)))
                .accept(woven, 0);
        for (MethodNode method : woven.methods) {
            if (method.name.equals(Names.twinName("boxed"))) {
                AbstractInsnNode first = method.instructions.getFirst();
                assertEquals("I", ((LdcInsnNode) first).cst);
                assertEquals(Opcodes.POP, first.getNext().getOpcode());
                return;
            }
        }
        throw new AssertionError("no twin");
    }

    @Test
    void allTwinsAreVerified() {
        byte[] file = Samples.file(Forms.class);
        ClassNode woven = new ClassNode();
        new ClassReader(new ForwarderWeaver((owner, method, desc, opcode) -> true).weave(file))
                .accept(woven, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : woven.methods) {
            try {
                new Analyzer<>(new BasicVerifier()).analyze(woven.name, method);
            } catch (AnalyzerException e) {
                throw new AssertionError(method.name + method.desc, e);
            }
        }
    }

    /** Before Java 8, all methods of an interface are abstract. */
    @Test
    void anOldInterfaceHasAbstractTwins() {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
        writer.visit(Opcodes.V1_6, access, "Old", null, "java/lang/Object", null);
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, "call", "()V", null, null)
                .visitEnd();
        ClassNode woven = new ClassNode();
        new ClassReader(new ForwarderWeaver((owner, method, desc, opcode) -> true).weave(writer.toByteArray()))
                .accept(woven, 0);
        assertEquals(2, woven.methods.size());
        for (MethodNode method : woven.methods) {
            assertEquals(Opcodes.ACC_ABSTRACT, method.access & Opcodes.ACC_ABSTRACT, method.name);
        }
    }

    private static boolean callsTwin(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode) {
                MethodInsnNode call = (MethodInsnNode) insn;
                if (Names.isTwin(call.name, call.desc)) {
                    return true;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"passed", "boxed", "widened", "dropped", "ofStatic", "made", "storedInFront"})
    void whatOnlyConvertsForwards(String name) {
        assertEquals(true, isForwarder(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "added",
                "addedInFront",
                "constant",
                "stored",
                "chosen",
                "locked",
                "kept",
                "parsed",
                "numeric",
                "caught",
                "twice",
                "own",
                "storedInFrontAndBoxed",
                "madeOfResult",
                "madeAndUsed",
                // only of lambda proxies is it known that the class of the cast is loaded
                "cast"
            })
    void whatGoesOnBehindTheCallPins(String name) {
        assertEquals(false, isForwarder(name));
    }
}

package dev.weft.agent.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.agent.abi.Names;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

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
    }

    private static boolean isForwarder(String name) {
        ClassNode woven = new ClassNode();
        byte[] file = Samples.file(Forms.class);
        new ClassReader(new ForwarderWeaver((owner, method, desc, opcode) -> true).weave(new ClassReader(file)))
                .accept(woven, 0);
        for (MethodNode method : woven.methods) {
            if (method.name.equals(Names.twinName(name))) {
                return callsTwin(method);
            }
        }
        throw new AssertionError("no twin of " + name);
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
    @ValueSource(strings = {"passed", "boxed", "widened", "dropped", "cast"})
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
                "twice"
            })
    void whatGoesOnBehindTheCallPins(String name) {
        assertEquals(false, isForwarder(name));
    }
}

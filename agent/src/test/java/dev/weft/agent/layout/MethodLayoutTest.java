package dev.weft.agent.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class MethodLayoutTest {
    private static MethodNode method(int access, String name, String desc, int locals) {
        MethodNode method = new MethodNode(Opcodes.ASM9, access, name, desc, null, null);
        method.maxLocals = locals;
        return method;
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0, true", "1, false", "2, true"})
    void whatTheGeneratorOfTwinsWritesIsReadBack(int deepest, boolean isSynchronized) {
        for (int access : new int[] {0, Opcodes.ACC_STATIC}) {
            MethodNode original = method(access, "m", "(JLjava/lang/Object;)I", 9);
            MethodLayout written = MethodLayout.of(original, deepest, isSynchronized);
            MethodNode twin = method(access, Names.twinName("m"), Names.twinDesc(original.desc), 20);
            written.emitPrologue(twin, original);
            // as the author's code may begin
            twin.visitInsn(Opcodes.ACONST_NULL);
            twin.visitVarInsn(Opcodes.ASTORE, 8);
            MethodLayout read = MethodLayout.ofTwin(twin);
            assertEquals(9, read.context());
            int monitors = deepest + (isSynchronized ? 1 : 0);
            for (int slot = 0; slot < 20; slot++) {
                assertEquals(slot >= 10 && slot < 10 + monitors, read.isLock(slot), "slot " + slot);
                assertEquals(written.isLock(slot), read.isLock(slot));
            }
            assertEquals(written.lock(1), read.lock(1));
            assertTrue(read.temp(0) <= written.temp(0));
            assertFalse(read.isLock(read.temp(0)));
        }
    }

    @Test
    void typesOfTheTwinsOwnLocalsComeBehindTheAuthors() {
        MethodLayout layout = MethodLayout.of(method(0, "m", "()V", 4), 1, false);
        List<Object> locals = new ArrayList<>(List.of("Owner", Opcodes.LONG));
        layout.addTypes(locals);
        assertEquals(List.of("Owner", Opcodes.LONG, Opcodes.TOP, Names.CONTEXT, "java/lang/Object"), locals);
    }

    @Test
    void aMethodThatDoesNotBeginAsATwinIsRefused() {
        MethodNode other = method(Opcodes.ACC_STATIC, Names.twinName("m"), Names.twinDesc("()V"), 3);
        other.visitInsn(Opcodes.NOP);
        other.visitInsn(Opcodes.RETURN);
        assertThrows(IllegalStateException.class, () -> MethodLayout.ofTwin(other));
    }
}

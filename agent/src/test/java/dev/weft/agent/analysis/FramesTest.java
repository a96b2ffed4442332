package dev.weft.agent.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.agent.abi.Names;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/** {@link Types}, and frames that are missing or wrong: {@link MissingFrames}, {@link StaleFrames}. */
class FramesTest {
    private static final Object[] INT_AND_TEXT = {Opcodes.INTEGER, "java/lang/String"};

    /** {@code while (i != 0) { other(); i--; } return text;}, with that frame at both labels, or without. */
    private static MethodNode loop(Object[] locals) {
        MethodNode method = Written.method("(ILjava/lang/String;)Ljava/lang/String;");
        Label end = Written.loop(method, 0);
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitInsn(Opcodes.ARETURN);
        if (locals != null) {
            for (AbstractInsnNode label : new AbstractInsnNode[] {
                method.instructions.getFirst(),
                method.instructions.getLast().getPrevious().getPrevious()
            }) {
                method.instructions.insert(
                        label, new FrameNode(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]));
            }
        }
        return method;
    }

    private static List<FrameNode> frames(MethodNode method) {
        List<FrameNode> found = new ArrayList<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof FrameNode) {
                found.add((FrameNode) insn);
            }
        }
        return found;
    }

    @Test
    void typesAreCarriedFromTheArgumentsThroughTheCode() {
        MethodNode method = Written.method("(JLjava/lang/String;)V");
        method.visitVarInsn(Opcodes.LLOAD, 0);
        method.visitVarInsn(Opcodes.LSTORE, 3);
        method.visitInsn(Opcodes.RETURN);
        Types types = new Types(Written.OWNER, method);
        Object[] arguments = {Opcodes.LONG, Opcodes.TOP, "java/lang/String"};
        assertArrayEquals(arguments, types.before(0).locals());
        assertArrayEquals(
                new Object[] {Opcodes.LONG, Opcodes.TOP}, types.after(0).stack());
        Object[] behind = {Opcodes.LONG, Opcodes.TOP, "java/lang/String", Opcodes.LONG, Opcodes.TOP};
        assertArrayEquals(behind, types.after(1).locals());
        assertNull(types.after(2), "nothing follows a return");
    }

    @Test
    void anUninitializedObjectIsNamedByItsAllocation() {
        MethodNode method = Written.method("()V");
        int made = Written.next(method);
        method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
        method.visitInsn(Opcodes.DUP);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        Types types = new Types(Written.OWNER, method);
        Object[] both = types.after(made + 1).stack();
        assertSame(method.instructions.get(made), types.allocation(both[0]));
        assertSame(both[0], both[1]);
        assertArrayEquals(
                new Object[] {"java/lang/Object"}, types.after(made + 2).stack());
    }

    @Test
    void onlyCodeThatBranchesNeedsFrames() {
        MethodNode straight = Written.method("()V");
        straight.visitInsn(Opcodes.RETURN);
        assertFalse(MissingFrames.areMissing(straight));
        assertTrue(MissingFrames.areMissing(loop(null)));
        assertFalse(MissingFrames.areMissing(loop(INT_AND_TEXT)));
    }

    @Test
    void framesAreInferredWhereControlFlowMeets() {
        List<FrameNode> found = frames(MissingFrames.added(Written.OWNER, loop(null)));
        assertEquals(2, found.size());
        for (FrameNode frame : found) {
            assertEquals(List.of(INT_AND_TEXT), frame.local);
            assertTrue(frame.stack.isEmpty());
        }
    }

    /** {@code int n; x = n == 0 ? new A() : new B(); other();}, in local 1; perhaps with the author's type of x. */
    private static FrameNode meeting(String first, String second, String declared) {
        MethodNode method = Written.method("(I)V");
        Label other = new Label();
        Label end = new Label();
        Label behind = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, other);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, Written.OWNER, "first", "()" + first, false);
        method.visitVarInsn(Opcodes.ASTORE, 1);
        method.visitJumpInsn(Opcodes.GOTO, end);
        method.visitLabel(other);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, Written.OWNER, "second", "()" + second, false);
        method.visitVarInsn(Opcodes.ASTORE, 1);
        method.visitLabel(end);
        Written.call(method);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(behind);
        if (declared != null) {
            method.visitLocalVariable("x", declared, null, end, behind, 1);
        }
        List<FrameNode> found = frames(MissingFrames.added(Written.OWNER, method));
        return found.get(found.size() - 1);
    }

    @Test
    void whereTwoClassesMeetTheTypeIsTheDeclaredOneOrUnknown() {
        String merged = Names.MERGED;
        assertEquals(List.of(Opcodes.INTEGER, "p/A"), meeting("Lp/A;", "Lp/A;", null).local);
        assertEquals(List.of(Opcodes.INTEGER, merged), meeting("Lp/A;", "Lp/B;", null).local);
        assertEquals(List.of(Opcodes.INTEGER, "p/Base"), meeting("Lp/A;", "Lp/B;", "Lp/Base;").local);
        assertEquals(List.of(Opcodes.INTEGER, "java/lang/Object"), meeting("Lp/A;", "Ljava/lang/Object;", null).local);
        assertEquals(List.of(Opcodes.INTEGER, "[L" + merged + ";"), meeting("[Lp/A;", "[Lp/B;", null).local);
        assertEquals(List.of(Opcodes.INTEGER, "java/lang/Object"), meeting("[Lp/A;", "Lp/B;", null).local);
        assertEquals(List.of(Opcodes.INTEGER, "java/lang/Object"), meeting("[I", "[J", null).local);
        assertEquals(List.of(Opcodes.INTEGER, "[Ljava/lang/Object;"), meeting("[[I", "[Lp/B;", null).local);
    }

    private static boolean areStale(Object... locals) {
        MethodNode method = loop(locals);
        return StaleFrames.areThere(Written.OWNER, method, MissingFrames.added(Written.OWNER, method));
    }

    @Test
    void framesThatSayWhatTheCodeSaysAreNotStale() {
        assertFalse(areStale(INT_AND_TEXT));
        assertFalse(areStale(Opcodes.INTEGER, "java/lang/Object"), "which class it is makes no difference");
    }

    @Test
    void framesThatCallAReferenceANumberOrForgetItAreStale() {
        assertTrue(areStale(Opcodes.INTEGER, Opcodes.INTEGER));
        assertTrue(areStale(Opcodes.INTEGER));
        assertTrue(areStale(Opcodes.TOP, "java/lang/String"), "the head of the loop reads the number");
    }

    /** {@code for (; n != 0; n--) other(); return object.field;}, where the frames say that of the object. */
    private static boolean areStaleForField(String type) {
        MethodNode method = Written.method("(ILp/A;)I");
        Object[] locals = {Opcodes.INTEGER, type};
        Label end = Written.loop(method, 0);
        method.instructions.insert(
                method.instructions.getFirst(), new FrameNode(Opcodes.F_NEW, 2, locals, 0, new Object[0]));
        method.visitLabel(end);
        Written.frame(method, locals);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitFieldInsn(Opcodes.GETFIELD, "p/A", "field", "I");
        method.visitInsn(Opcodes.IRETURN);
        return StaleFrames.areThere(Written.OWNER, method, MissingFrames.added(Written.OWNER, method));
    }

    @Test
    void framesThatCallAnObjectPlainWhoseFieldsAreUsedAreStale() {
        assertFalse(areStaleForField("p/A"));
        assertTrue(areStaleForField("java/lang/Object"));
    }

    @Test
    void whereThereAreTooFewFramesTheyAreStale() {
        MethodNode method = loop(INT_AND_TEXT);
        method.instructions.remove(frames(method).get(0));
        assertTrue(StaleFrames.areThere(Written.OWNER, method, MissingFrames.added(Written.OWNER, method)));
    }
}

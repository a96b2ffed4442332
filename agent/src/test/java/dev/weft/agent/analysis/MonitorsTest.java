package dev.weft.agent.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** {@link MonitorDepth} and {@link MonitorPairs}. */
class MonitorsTest {
    private static final String TWO = "(Ljava/lang/Object;Ljava/lang/Object;)V";

    private static MonitorDepth depth(MethodNode method) {
        return new MonitorDepth(new Flow(method));
    }

    private static boolean areNested(MethodNode method) {
        return MonitorPairs.areNested(Written.OWNER, method, new Flow(method));
    }

    /** Enters the monitors of both locals, and leaves them in this order. */
    private static MethodNode leaving(int first, int second) {
        MethodNode method = Written.method(TWO);
        Written.monitor(method, Opcodes.MONITORENTER, 0);
        Written.monitor(method, Opcodes.MONITORENTER, 1);
        Written.monitor(method, Opcodes.MONITOREXIT, first);
        Written.monitor(method, Opcodes.MONITOREXIT, second);
        method.visitInsn(Opcodes.RETURN);
        return method;
    }

    @Test
    void theDepthIsCountedInFrontOfEachInstruction() {
        MonitorDepth depth = depth(leaving(1, 0));
        assertTrue(depth.isBalanced());
        assertEquals(2, depth.deepest());
        int[] before = {0, 0, 1, 1, 2, 2, 1, 1, 0};
        for (int i = 0; i < before.length; i++) {
            assertEquals(before[i], depth.before(i), "before instruction " + i);
        }
    }

    @Test
    void whatNoPathReachesHasNoDepth() {
        MethodNode method = Written.method("()V");
        method.visitInsn(Opcodes.RETURN);
        method.visitInsn(Opcodes.RETURN);
        assertTrue(depth(method).before(1) < 0);
    }

    @Test
    void whoReturnsWithAMonitorIsNotBalanced() {
        MethodNode method = Written.method(TWO);
        Written.monitor(method, Opcodes.MONITORENTER, 0);
        method.visitInsn(Opcodes.RETURN);
        assertFalse(depth(method).isBalanced());
    }

    @Test
    void whoLeavesMoreThanItHasEnteredIsNotBalanced() {
        MethodNode method = Written.method(TWO);
        Written.monitor(method, Opcodes.MONITOREXIT, 0);
        method.visitInsn(Opcodes.RETURN);
        assertFalse(depth(method).isBalanced());
    }

    @Test
    void whereOneWayHoldsAMonitorAndTheOtherDoesNotNothingIsBalanced() {
        MethodNode method = Written.method("(Ljava/lang/Object;I)V");
        Label join = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitJumpInsn(Opcodes.IFEQ, join);
        Written.monitor(method, Opcodes.MONITORENTER, 0);
        method.visitLabel(join);
        method.visitInsn(Opcodes.RETURN);
        assertFalse(depth(method).isBalanced());
    }

    @Test
    void theLastMonitorIsLeftFirst() {
        assertTrue(areNested(leaving(1, 0)));
        assertFalse(areNested(leaving(0, 1)), "balanced, but crosswise");
        assertTrue(depth(leaving(0, 1)).isBalanced());
    }

    @Test
    void anExitThatTheHandlerOfAnOuterBlockCoversIsBalanced() {
        MethodNode method = Written.method(TWO);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        Written.monitor(method, Opcodes.MONITORENTER, 0);
        method.visitLabel(start);
        Written.monitor(method, Opcodes.MONITORENTER, 1);
        Written.monitor(method, Opcodes.MONITOREXIT, 1);
        Written.call(method);
        method.visitLabel(end);
        Written.monitor(method, Opcodes.MONITOREXIT, 0);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(handler);
        int exit = Written.monitor(method, Opcodes.MONITOREXIT, 0);
        method.visitInsn(Opcodes.ATHROW);
        assertTrue(depth(method).isBalanced());
        assertEquals(1, depth(method).before(exit));
        assertTrue(areNested(method));
    }

    @Test
    void aCopyOfTheReferenceIsTheSameMonitor() {
        MethodNode method = Written.method(TWO);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.DUP);
        method.visitVarInsn(Opcodes.ASTORE, 2);
        method.visitInsn(Opcodes.MONITORENTER);
        Written.monitor(method, Opcodes.MONITOREXIT, 2);
        method.visitInsn(Opcodes.RETURN);
        assertTrue(areNested(method));
    }

    @Test
    void anAssignmentInBetweenMakesItAnotherMonitor() {
        MethodNode method = Written.method(TWO);
        Written.monitor(method, Opcodes.MONITORENTER, 0);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ASTORE, 0);
        Written.monitor(method, Opcodes.MONITOREXIT, 0);
        method.visitInsn(Opcodes.RETURN);
        assertFalse(areNested(method));
    }
}

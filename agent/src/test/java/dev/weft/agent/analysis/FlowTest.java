package dev.weft.agent.analysis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class FlowTest {
    @Test
    void aConditionalJumpHasTwoSuccessorsAndAGotoOne() {
        MethodNode method = Written.method("(I)V");
        Label end = Written.loop(method, 0);
        int last = Written.next(method) - 1;
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        Flow flow = new Flow(method);
        assertArrayEquals(new int[] {last + 1, 3}, flow.successors(2));
        assertArrayEquals(new int[] {0}, flow.successors(last));
    }

    @Test
    void nothingFollowsAReturnOrAThrow() {
        MethodNode method = Written.method("()V");
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitInsn(Opcodes.ATHROW);
        method.visitInsn(Opcodes.RETURN);
        Flow flow = new Flow(method);
        assertArrayEquals(new int[] {1}, flow.successors(0));
        assertEquals(0, flow.successors(1).length);
        assertEquals(0, flow.successors(2).length);
    }

    /** As of an empty {@code synchronized} block: the twin's own code behind the entry leads to the handler. */
    @Test
    void theHandlerOfAnEntryIsReachedWhereNothingOfTheAuthorsThrows() {
        MethodNode method = Written.method("(Ljava/lang/Object;)V");
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.MONITORENTER);
        method.visitLabel(start);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.MONITOREXIT);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(handler);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitInsn(Opcodes.MONITOREXIT);
        method.visitInsn(Opcodes.ATHROW);
        Flow flow = new Flow(method);
        assertEquals(List.of(), flow.handlers(1), "the entry itself");
        assertEquals(List.of(new Flow.Handler(7, true)), flow.handlers(3));
        assertEquals(List.of(), flow.handlers(4), "the exit");
        MonitorDepth depth = new MonitorDepth(flow);
        assertTrue(depth.isBalanced());
        assertEquals(1, depth.before(7));
    }

    @Test
    void aSwitchGoesToItsDefaultAndToEachCase() {
        MethodNode method = Written.method("(I)V");
        Label first = new Label();
        Label second = new Label();
        Label otherwise = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitTableSwitchInsn(1, 2, otherwise, first, second);
        method.visitLabel(first);
        method.visitLabel(second);
        method.visitLabel(otherwise);
        method.visitInsn(Opcodes.RETURN);
        assertArrayEquals(new int[] {4, 2, 3}, new Flow(method).successors(1));
    }

    @Test
    void handlersCoverOnlyWhatMayThrowAndNoneIsReachedBehindACatchAll() {
        MethodNode method = Written.method("()V");
        Label start = new Label();
        Label end = new Label();
        Label one = new Label();
        Label all = new Label();
        Label late = new Label();
        method.visitTryCatchBlock(start, end, one, "java/lang/Error");
        method.visitTryCatchBlock(start, end, all, null);
        method.visitTryCatchBlock(start, end, late, "java/lang/Exception");
        method.visitLabel(start);
        int pure = Written.next(method);
        method.visitInsn(Opcodes.NOP);
        int call = Written.next(method);
        Written.call(method);
        method.visitLabel(end);
        int behind = Written.next(method);
        Written.call(method);
        method.visitInsn(Opcodes.RETURN);
        for (Label handler : new Label[] {one, all, late}) {
            method.visitLabel(handler);
            method.visitInsn(Opcodes.ATHROW);
        }
        Flow flow = new Flow(method);
        assertTrue(flow.handlers(pure).isEmpty());
        assertEquals(
                List.of(false, true),
                flow.handlers(call).stream().map(Flow.Handler::catchesAll).toList());
        assertTrue(flow.handlers(behind).isEmpty());
    }

    @Test
    void framesAreTold() {
        MethodNode method = Written.method("()V");
        method.visitInsn(Opcodes.NOP);
        Written.frame(method, new Object[0]);
        method.visitInsn(Opcodes.RETURN);
        Flow flow = new Flow(method);
        assertFalse(flow.isFrame(0));
        assertTrue(flow.isFrame(1));
    }
}

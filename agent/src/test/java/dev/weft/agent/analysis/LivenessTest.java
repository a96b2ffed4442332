package dev.weft.agent.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

class LivenessTest {
    private static BitSet set(int... locals) {
        BitSet result = new BitSet();
        for (int local : locals) {
            result.set(local);
        }
        return result;
    }

    @Test
    void whatIsReadLaterIsLiveAndWhatIsWrittenBeforeIsNot() {
        MethodNode method = Written.method("(II)I");
        Written.call(method);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.IRETURN);
        Liveness liveness = new Liveness(new Flow(method));
        assertEquals(set(0), liveness.after(0));
        assertEquals(set(0, 1), liveness.after(2));
        assertEquals(set(1), liveness.after(3));
        assertEquals(set(), liveness.after(4));
    }

    @Test
    void whatTheNextIterationReadsIsLiveAtTheEndOfThisOne() {
        MethodNode method = Written.method("(I)V");
        Label end = Written.loop(method, 0);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        Liveness liveness = new Liveness(new Flow(method));
        assertEquals(set(0), liveness.after(3), "the call in the loop");
        assertEquals(set(0), liveness.after(5), "the jump back");
    }

    @Test
    void whatAHandlerReadsIsLiveWhereverItCovers() {
        MethodNode method = Written.method("(I)I");
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        method.visitLabel(start);
        Written.call(method);
        method.visitLabel(end);
        Written.call(method);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.IRETURN);
        Liveness liveness = new Liveness(new Flow(method));
        assertEquals(set(0), liveness.after(1), "the call that is covered");
        assertEquals(set(), liveness.after(3), "the call behind");
    }

    @Test
    void anIncrementReads() {
        MethodNode method = Written.method("(I)V");
        Written.call(method);
        method.visitIincInsn(0, 1);
        method.visitInsn(Opcodes.RETURN);
        assertEquals(set(0), new Liveness(new Flow(method)).after(0));
    }
}

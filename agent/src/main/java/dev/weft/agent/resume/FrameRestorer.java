package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.Registers;
import dev.weft.agent.layout.VerificationTypes;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.LabelNode;

/**
 * Emits the first part of a resumer, which makes everything as it was behind the call:
 *
 * <pre>
 *   try {                                                // if a Type may not be found, or be an interface
 *       local = (Type) ((FrameA2J1) frame).a0;  ..       // a default for what is not saved
 *       operands and result to the stack;
 *   } catch (Throwable e) { WovenCode.castFailed(e, frame, context); return; }
 *   monitorenter(lock(k));  WovenCode.attach(lock(k), context);  ..
 * </pre>
 */
final class FrameRestorer {
    private final ResumerDraft draft;
    private final SavePoint point;
    private final MethodVisitor mv;

    /** Whether a cast was emitted that might fail, for want of the class or of an interface. */
    private boolean mayFail;

    FrameRestorer(ResumerDraft draft) {
        this.draft = draft;
        point = draft.point;
        mv = draft.mv;
    }

    void emit() {
        Label start = new Label();
        mv.visitLabel(start);
        emitLocals();
        // all that might throw, in the eyes of the JIT, comes before the monitors are entered
        pushOperands();
        Label end = new Label();
        boolean endsBeforeResult = mayFail && isResultSureToFit();
        if (endsBeforeResult) {
            // if that does not fit after all, the author's code is told so: a proxy's handler has returned it
            mv.visitLabel(end);
        }
        pushResult();
        if (mayFail) {
            if (!endsBeforeResult) {
                mv.visitLabel(end);
            }
            emitFailing(start, end);
        }
        for (int k = 0; k < point.held().size(); k++) {
            emitReenter(k);
        }
    }

    private void pushResult() {
        Object type = resultType();
        if (isResultSureToFit()) {
            Registers.pushResult(mv, ResumerDraft.CONTEXT, point.result());
            return;
        }
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        // the register keeps the result until it is cast: what comes in this resumer's place needs it
        mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "retA", Names.OBJECT_D);
        cast(type);
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitFieldInsn(Opcodes.PUTFIELD, Names.CONTEXT, "retA", Names.OBJECT_D);
    }

    private Object resultType() {
        return point.result().equals(Type.VOID_TYPE) ? null : VerificationTypes.of(point.result());
    }

    private boolean isResultSureToFit() {
        Object type = resultType();
        return !(type instanceof String) || draft.withCasts && VerificationTypes.isSureToFit(type, draft.host);
    }

    private void cast(Object type) {
        if (draft.withCasts) {
            VerificationTypes.cast(mv, type);
            mayFail |= !VerificationTypes.isSureToFit(type, draft.host);
        }
    }

    /** Nothing has happened yet: whoever comes in this resumer's place finds all as it was. */
    private void emitFailing(Label start, Label end) {
        Label handler = new Label();
        Label on = new Label();
        mv.visitJumpInsn(Opcodes.GOTO, on);
        mv.visitLabel(handler);
        draft.visitFrame(ResumerDraft.ownLocals(), List.of("java/lang/Throwable"));
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.FRAME);
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        String desc = "(Ljava/lang/Throwable;" + Names.FRAME_D + Names.CONTEXT_D + ")V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "castFailed", desc, false);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(on);
        draft.visitFrameOfPoint();
        mv.visitInsn(Opcodes.NOP);
        mv.visitTryCatchBlock(start, end, handler, null);
    }

    private void emitLocals() {
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        mv.visitVarInsn(Opcodes.ASTORE, draft.contextSlot());
        int slot = 0;
        for (Object type : point.locals()) {
            boolean isSaved = point.references().contains(slot) || point.longs().contains(slot);
            int shifted = slot + ResumerDraft.SHIFT;
            if (!isSaved && shifted != draft.contextSlot() && holdsValue(type)) {
                VerificationTypes.pushDefault(mv, type);
                mv.visitVarInsn(VerificationTypes.store(type), shifted);
            } else if (isSaved) {
                pushSaved(slot, type);
                mv.visitVarInsn(VerificationTypes.store(type), shifted);
            }
            slot += VerificationTypes.isWide(type) ? 2 : 1;
        }
    }

    private static boolean holdsValue(Object type) {
        return type != Opcodes.TOP && type != Opcodes.UNINITIALIZED_THIS && !(type instanceof LabelNode);
    }

    private void pushOperands() {
        for (int k = 0; k < point.operands().size(); k++) {
            Object type = point.operands().get(k);
            if (type == Opcodes.NULL) {
                pushNull(k);
            } else {
                pushSaved(point.operandSlots().get(k), type);
            }
        }
    }

    /** By way of a local that has a name: else the VM would say that the author has written {@code null} there. */
    private void pushNull(int operand) {
        Label start = new Label();
        Label end = new Label();
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, draft.nullSlot());
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, draft.nullSlot());
        mv.visitLabel(end);
        draft.nulls.add(new ResumerDraft.NullOperand(operand, start, end));
    }

    private void pushSaved(int slot, Object type) {
        boolean isReference = type instanceof String;
        int at = (isReference ? point.references() : point.longs()).indexOf(slot);
        String frame = Names.frameName(point.references().size(), point.longs().size());
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.FRAME);
        mv.visitTypeInsn(Opcodes.CHECKCAST, frame);
        if (!frame.endsWith("X")) {
            String desc = isReference ? Names.OBJECT_D : "J";
            mv.visitFieldInsn(Opcodes.GETFIELD, frame, (isReference ? "a" : "j") + at, desc);
        } else {
            mv.visitFieldInsn(
                    Opcodes.GETFIELD, frame, isReference ? "as" : "js", isReference ? "[" + Names.OBJECT_D : "[J");
            Registers.pushInt(mv, at);
            mv.visitInsn(isReference ? Opcodes.AALOAD : Opcodes.LALOAD);
        }
        if (isReference) {
            cast(type);
        } else {
            VerificationTypes.fromLong(mv, type);
        }
    }

    /** Enters the k-th monitor again and takes it back; an error on the way leaves all that were entered. */
    private void emitReenter(int k) {
        Label enter = new Label();
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label on = new Label();
        int lock = point.held().get(k) + ResumerDraft.SHIFT;
        mv.visitLabel(enter);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        String desc = "(" + Names.OBJECT_D + Names.CONTEXT_D + ")V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "attach", desc, false);
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, on);
        emitGivingUp(handler, k);
        mv.visitLabel(on);
        draft.visitFrameOfPoint();
        mv.visitTryCatchBlock(start, end, handler, null);
        if (k > 0) {
            Label outer = new Label();
            Label skip = new Label();
            mv.visitJumpInsn(Opcodes.GOTO, skip);
            emitGivingUp(outer, k - 1);
            mv.visitLabel(skip);
            draft.visitFrameOfPoint();
            mv.visitTryCatchBlock(enter, start, outer, null);
        }
        mv.visitInsn(Opcodes.NOP);
    }

    /** Leaves the monitors up to the k-th, and throws. */
    private void emitGivingUp(Label handler, int k) {
        mv.visitLabel(handler);
        draft.visitFrameOfHandler();
        for (int j = k; j >= 0; j--) {
            mv.visitVarInsn(Opcodes.ALOAD, point.held().get(j) + ResumerDraft.SHIFT);
            mv.visitInsn(Opcodes.MONITOREXIT);
        }
        mv.visitInsn(Opcodes.ATHROW);
    }
}

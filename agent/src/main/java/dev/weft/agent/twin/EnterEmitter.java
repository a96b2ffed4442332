package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Types;
import dev.weft.agent.facts.Point;
import dev.weft.agent.layout.MethodLayout;
import dev.weft.agent.layout.SaveForm;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Emits what a twin does to enter a monitor:
 *
 * <pre>
 *   lock(k) = o;
 *   retry: monitorenter(lock(k));
 *   if (WovenCode.mustQueue(lock(k), context)) goto contended;
 *   ...
 *   contended: monitorexit(lock(k));                              // behind the method
 *   Contention.await$weft(lock(k), context);                      // which may suspend
 *   goto retry;
 * </pre>
 */
final class EnterEmitter {
    private final TwinDraft draft;
    private final TwinFrames frames;
    private final SaveEmitter saves;
    private final MethodLayout layout;
    private final MethodNode mv;

    EnterEmitter(TwinDraft draft, TwinFrames frames, SaveEmitter saves) {
        this.draft = draft;
        this.frames = frames;
        this.saves = saves;
        layout = draft.layout;
        mv = draft.mv;
    }

    /**
     * Enters the monitor of the object on the stack.
     *
     * @param insn the original's instruction; null for a synchronized method
     * @param state the types behind it
     * @param checkStart to be placed behind the MONITORENTER
     */
    void emit(AbstractInsnNode insn, Point point, Types.State state, Label checkStart) {
        int lock = layout.lock(point.monitors());
        List<Object> stack = frames.operands(state.stack());
        Label retry = new Label();
        Label contended = new Label();
        mv.visitVarInsn(Opcodes.ASTORE, lock);
        mv.visitLabel(retry);
        frames.emit(frames.locals(state.locals()), stack);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitLabel(checkStart);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC, Names.WOVEN, "mustQueue", "(" + Names.OBJECT_D + Names.CONTEXT_D + ")Z", false);
        mv.visitJumpInsn(Opcodes.IFNE, contended);
        draft.later(new ContentionCode(insn, point, state, stack, retry, contended));
    }

    /** The monitor is owned by a suspended fiber: leave it, queue up, try again. */
    private final class ContentionCode implements TwinDraft.OutOfLine {
        private final AbstractInsnNode insn;
        private final Point point;
        private final Types.State state;
        private final List<Object> stack;
        private final Label retry;
        private final Label contended;

        ContentionCode(
                AbstractInsnNode insn,
                Point point,
                Types.State state,
                List<Object> stack,
                Label retry,
                Label contended) {
            this.insn = insn;
            this.point = point;
            this.state = state;
            this.stack = stack;
            this.retry = retry;
            this.contended = contended;
        }

        @Override
        public void emit() {
            PointLabels own = draft.labelsOf(point);
            int held = point.monitors();
            mv.visitLabel(contended);
            draft.lineOf(insn, contended);
            frames.emit(frames.locals(state.locals()), stack);
            draft.leave(held);
            mv.visitLabel(own.awaitStart);
            mv.visitVarInsn(Opcodes.ALOAD, layout.lock(held));
            mv.visitVarInsn(Opcodes.ALOAD, layout.context());
            String await = Names.twinDesc("(" + Names.OBJECT_D + ")V");
            mv.visitMethodInsn(
                    Opcodes.INVOKESTATIC, Names.BLOCKING + "Contention", Names.twinName("await"), await, false);
            SaveForm.emitTest(mv, layout);
            mv.visitLabel(own.awaitEnd);
            mv.visitJumpInsn(Opcodes.IFNE, own.save);
            saves.emitAfter(point, state.locals(), stack);
            mv.visitJumpInsn(Opcodes.GOTO, retry);
            saves.emitSave(point, held + 1);
        }
    }
}

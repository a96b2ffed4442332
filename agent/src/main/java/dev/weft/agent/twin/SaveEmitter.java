package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.Point;
import dev.weft.agent.layout.MethodLayout;
import dev.weft.agent.layout.Registers;
import dev.weft.agent.layout.SaveForm;
import dev.weft.agent.layout.SavedValues;
import dev.weft.agent.layout.VerificationTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Emits the test behind a call, and the save block that it leads to, behind the method and outside of all its try
 * ranges. {@link SaveForm} shows both as Java. Where the frame holds monitors, also, behind the save block:
 *
 * <pre>
 *   detachHandler(k): monitorexit(lock(k)); .. monitorexit(lock(0)); throw;
 *   pinned: if (WovenCode.runPinned(context)) goto again;                  // the frame must stay
 *           operands and result back to the stack;  goto after;
 * </pre>
 */
final class SaveEmitter {
    private final TwinDraft draft;
    private final TwinFrames frames;
    private final MethodLayout layout;
    private final MethodNode mv;
    private final Map<String, Label> shared = new HashMap<>();

    SaveEmitter(TwinDraft draft, TwinFrames frames) {
        this.draft = draft;
        this.frames = frames;
        layout = draft.layout;
        mv = draft.mv;
    }

    /** The save block of a call, to be emitted behind the method. */
    private final class SaveCode implements TwinDraft.OutOfLine {
        private final Point point;

        SaveCode(Point point) {
            this.point = point;
        }

        @Override
        public void emit() {
            emitSave(point, point.monitors());
        }
    }

    /** What saves the values of one or more points. */
    private final class SharedCode implements TwinDraft.OutOfLine {
        private final SavedValues values;
        private final Label start;

        SharedCode(SavedValues values, Label start) {
            this.values = values;
            this.start = start;
        }

        @Override
        public void emit() {
            mv.visitLabel(start);
            frames.emit(values.localTypes(layout, draft.numberSlot()), List.of());
            values.emitShared(mv, layout, draft.plan.owner(), draft.numberSlot());
            returnDummy();
        }
    }

    /** The test; {@code after} are the types of the original's operands behind the call. */
    void emitTest(Point point, Object[] after) {
        SaveForm.emitTest(mv, layout);
        mv.visitJumpInsn(Opcodes.IFNE, draft.labelsOf(point).save);
        draft.later(new SaveCode(point));
        emitAfter(point, point.locals(), frames.operands(after));
    }

    /** Where a frame that must stay goes on as if its callee had just returned. */
    void emitAfter(Point point, Object[] locals, List<Object> stack) {
        if (point.monitors() > 0) {
            mv.visitLabel(draft.labelsOf(point).after);
            frames.emit(frames.locals(locals), stack);
            mv.visitInsn(Opcodes.NOP);
        }
    }

    /** Saves the frame; {@code lockSlots} of the monitor slots are in use, of which the point's own number are held. */
    void emitSave(Point point, int lockSlots) {
        PointLabels own = draft.labelsOf(point);
        List<Object> operands = frames.presentSlots(point.stack());
        List<Object> withResult = VerificationTypes.perValue(operands);
        if (!point.result().equals(Type.VOID_TYPE)) {
            withResult.add(VerificationTypes.of(point.result()));
        }
        mv.visitLabel(own.save);
        frames.emit(frames.locals(point.locals()), withResult);
        boolean retreats = point.monitors() > 0;
        if (retreats) {
            // the JIT refuses a method with a call, as far as it knows, that may throw while no handler leaves the
            // monitors
            mv.visitLabel(own.detachStart[point.monitors() - 1]);
        }
        SaveForm.emitLeave(mv, layout, point.result());
        draft.usesTemps(operands.size());
        SaveForm.emitStores(mv, layout, operands);
        Label pinned = new Label();
        Label again = new Label();
        if (retreats) {
            emitDetach(point, own, pinned, again, operands);
        }
        SavedValues values = values(point, operands, lockSlots);
        draft.usesStack(values.stackNeeded());
        if (draft.sharesSaves) {
            SaveForm.emitGotoShared(mv, point.number(), draft.numberSlot(), shared(values));
        } else {
            values.emit(mv, layout, draft.plan.owner(), point.number());
            returnDummy();
        }
        if (retreats) {
            emitDetachHandlers(point, own);
            emitPinned(point, own, pinned, again, operands);
        }
    }

    private void returnDummy() {
        Registers.returnDummy(mv, Type.getReturnType(draft.plan.method().desc));
    }

    /** Where the code is, or will be, that saves the values. */
    private Label shared(SavedValues values) {
        String text = values.text();
        Label known = shared.get(text);
        if (known == null) {
            known = new Label();
            shared.put(text, known);
            draft.later(new SharedCode(values, known));
        }
        return known;
    }

    private SavedValues values(Point point, List<Object> operands, int lockSlots) {
        SavedValues values = new SavedValues();
        for (int k = 0; k < operands.size(); k++) {
            values.add(layout.temp(k), operands.get(k));
        }
        for (int local : point.saved()) {
            values.add(local, point.locals()[local]);
        }
        for (int k = 0; k < lockSlots; k++) {
            values.add(layout.lock(k), "java/lang/Object");
        }
        return values;
    }

    private void emitDetach(Point point, PointLabels own, Label pinned, Label again, List<Object> operands) {
        mv.visitLabel(again);
        frames.emit(frames.localsWithTemps(point.locals(), operands), List.of());
        int n = point.monitors();
        for (int k = 0; k < n; k++) {
            SaveForm.emitCanDetach(mv, layout, k);
            mv.visitJumpInsn(Opcodes.IFEQ, pinned);
        }
        for (int k = n - 1; k >= 0; k--) {
            if (k < n - 1) {
                mv.visitLabel(own.detachStart[k]);
            }
            SaveForm.emitDetach(mv, layout, k);
            mv.visitLabel(own.detachEnd[k]);
            draft.leave(k);
        }
    }

    /** An error in the middle of leaving: give back what is still held, so that the code stays balanced. */
    private void emitDetachHandlers(Point point, PointLabels own) {
        for (int k = 0; k < point.monitors(); k++) {
            mv.visitLabel(own.detachHandler[k]);
            frames.emit(frames.locals(point.locals()), List.of("java/lang/Throwable"));
            for (int j = k; j >= 0; j--) {
                draft.leave(j);
            }
            mv.visitInsn(Opcodes.ATHROW);
        }
    }

    /**
     * The frame must stay: run the callee's frames here, then go on as if it had just returned, or try again to leave.
     */
    private void emitPinned(Point point, PointLabels own, Label pinned, Label again, List<Object> operands) {
        mv.visitLabel(pinned);
        draft.lineOf(draft.plan.flow().insn(point.index()), pinned);
        frames.emit(frames.localsWithTemps(point.locals(), operands), List.of());
        mv.visitLabel(own.pinStart);
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "runPinned", "(" + Names.CONTEXT_D + ")Z", false);
        mv.visitJumpInsn(Opcodes.IFNE, again);
        SaveForm.emitLoads(mv, layout, operands);
        Registers.pushResult(mv, layout.context(), point.result());
        mv.visitLabel(own.pinEnd);
        mv.visitJumpInsn(Opcodes.GOTO, own.after);
    }
}

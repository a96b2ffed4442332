package dev.weft.agent.twin;

import dev.weft.agent.facts.Point;
import dev.weft.agent.facts.TwinPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Emits the exception table of a twin: the original's ranges, the same handlers around what the twin does in the place
 * of a call, and the ranges in which monitors are detached. Code that saves is in none of the original's.
 */
final class TwinRanges {
    private final TwinDraft draft;
    private final TwinPlan plan;

    /** The labels right behind a MONITORENTER: a catch-all that starts there must cover the check as well. */
    private final Map<AbstractInsnNode, Label> checkStarts = new HashMap<>();

    TwinRanges(TwinDraft draft) {
        this.draft = draft;
        plan = draft.plan;
    }

    void emit() {
        List<Point> calls = new ArrayList<>(plan.points().values());
        calls.addAll(plan.chaosBefore().values());
        calls.addAll(plan.chaosAfter().values());
        List<Point> all = new ArrayList<>(calls);
        all.addAll(plan.entries().values());
        for (Point point : all) {
            draft.addLabels(point);
        }
        emitOriginal();
        for (Point point : calls) {
            PointLabels own = draft.labelsOf(point);
            if (point.monitors() > 0) {
                emitLike(point, own.pinStart, own.pinEnd);
            }
        }
        for (Point point : plan.entries().values()) {
            PointLabels own = draft.labelsOf(point);
            if (point.monitors() > 0) {
                emitLike(point, own.awaitStart, own.awaitEnd);
                emitLike(point, own.pinStart, own.pinEnd);
            }
        }
        for (PointLabels own : draft.labelsOfAll()) {
            for (int k = 0; k < own.detachStart.length; k++) {
                draft.mv.visitTryCatchBlock(own.detachStart[k], own.detachEnd[k], own.detachHandler[k], null);
            }
        }
    }

    private void emitOriginal() {
        Map<LabelNode, Label> regionStarts = regionStarts();
        for (TryCatchBlockNode block : plan.method().tryCatchBlocks) {
            Label start = draft.label(block.start);
            if (block.type == null && regionStarts.containsKey(block.start)) {
                start = regionStarts.get(block.start);
            }
            draft.mv.visitTryCatchBlock(start, draft.label(block.end), draft.label(block.handler), block.type);
        }
    }

    /** Covers the range by the handlers that cover the point in the original. */
    private void emitLike(Point point, Label start, Label end) {
        for (TryCatchBlockNode block : plan.method().tryCatchBlocks) {
            if (covers(block, point.index())) {
                draft.mv.visitTryCatchBlock(start, end, draft.label(block.handler), block.type);
            }
        }
        if (plan.isSynchronized()) {
            draft.mv.visitTryCatchBlock(start, end, draft.release, null);
        }
    }

    private boolean covers(TryCatchBlockNode block, int index) {
        return plan.flow().index(block.start) <= index && index < plan.flow().index(block.end);
    }

    private Map<LabelNode, Label> regionStarts() {
        Map<LabelNode, Label> result = new HashMap<>();
        for (AbstractInsnNode enter : plan.entries().keySet()) {
            if (enter == null) {
                continue;
            }
            Label start = new Label();
            checkStarts.put(enter, start);
            for (AbstractInsnNode next = enter.getNext(); next != null && next.getOpcode() < 0; next = next.getNext()) {
                if (next instanceof LabelNode) {
                    result.put((LabelNode) next, start);
                }
            }
        }
        return result;
    }

    /** To be placed where the check of that MONITORENTER starts. */
    Label checkStart(AbstractInsnNode enter) {
        return checkStarts.get(enter);
    }
}

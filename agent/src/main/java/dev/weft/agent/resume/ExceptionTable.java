package dev.weft.agent.resume;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Emits the exception table of a resumer: the twin's ranges, once for each copy of what they cover. */
final class ExceptionTable {
    private record Range(Label start, Label end, Label handler, String type) {}

    private final ResumerDraft draft;
    private final TwinCode code;
    private final List<Range> ranges = new ArrayList<>();

    ExceptionTable(ResumerDraft draft) {
        this.draft = draft;
        code = draft.code;
    }

    /** Covers the range by the handlers that cover an instruction of the twin; handlers are copies as seen from one. */
    void addHandlers(Label start, Label end, int index, Copy from) {
        for (TryCatchBlockNode block : draft.twin.tryCatchBlocks) {
            if (code.flow.index(block.start) <= index && index < code.flow.index(block.end)) {
                ranges.add(new Range(start, end, draft.copies.target(from, block.handler), block.type));
            }
        }
    }

    /** Emits the table, and copies that only handlers lead to. */
    void emit(CopyEmitter emitter) {
        List<Copy> copies = draft.copies.all();
        // copies may be added while handlers are named
        for (int k = 0; k < copies.size(); k++) {
            nameHandlers(copies.get(k));
            emitter.emitPending();
        }
        for (Range range : ranges) {
            draft.mv.visitTryCatchBlock(range.start, range.end, range.handler, range.type);
        }
    }

    private void nameHandlers(Copy copy) {
        for (TwinCode.Block block : code.blocks(copy.segment)) {
            int start = Math.max(copy.from, block.start());
            int end = Math.min(copy.to, block.end());
            if (!code.hasCode(start, end)) {
                continue;
            }
            Label startLabel = start == copy.from ? copy.start : copy.of(block.startLabel());
            Label handler = draft.copies.target(copy, block.handler());
            for (Copy.Return each : copy.returns) {
                if (start <= each.index() && each.index() < end) {
                    if (code.hasCode(start, each.index())) {
                        ranges.add(new Range(startLabel, each.start(), handler, block.type()));
                    }
                    start = each.index() + 1;
                    startLabel = each.end();
                }
            }
            if (code.hasCode(start, end)) {
                Label endLabel = end == copy.to ? copy.end : copy.of(block.endLabel());
                ranges.add(new Range(startLabel, endLabel, handler, block.type()));
            }
        }
    }
}

package dev.weft.agent.resume;

import dev.weft.agent.analysis.Flow;
import dev.weft.agent.layout.Registers;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Emits the copies of segments: the twin's instructions with locals shifted, jumps to copies, and returns that leave
 * the result in the context. To emit one may ask for others.
 */
final class CopyEmitter {
    private final ResumerDraft draft;
    private final TwinCode code;
    private final Flow flow;
    private final Copies copies;
    private final FinalFieldWrites finals;
    private final MethodVisitor mv;
    private final Label entry = new Label();
    private int emitted;

    CopyEmitter(ResumerDraft draft) {
        this.draft = draft;
        code = draft.code;
        flow = code.flow;
        copies = draft.copies;
        finals = new FinalFieldWrites(draft.host);
        mv = draft.mv;
    }

    /** Emits what follows the point in its segment, which is the first copy. */
    void emitFirst(Copy rest) {
        emitCopy(rest);
        emitted = 1;
    }

    /** {@code goto entry}, which stands in the only copy of the point's segment. */
    void emitGotoEntry(Copy whole) {
        boolean isInside = draft.check + 1 < whole.to;
        mv.visitJumpInsn(Opcodes.GOTO, isInside ? entry : copies.to(whole, whole.segment + 1).start);
    }

    /** Emits the copies that something leads to, and that are not there yet. */
    void emitPending() {
        while (emitted < copies.all().size()) {
            emitCopy(copies.all().get(emitted++));
        }
    }

    private void emitCopy(Copy copy) {
        mv.visitLabel(copy.start);
        emitLine(copy.from, copy.start);
        int end = copy.to;
        int enteredAt = draft.isCompact ? draft.check + 1 : -1;
        for (int i = copy.from; i < end; i++) {
            if (i == enteredAt) {
                emitEntry(i);
            }
            emitInsn(copy, i);
        }
        boolean fallsOut = end < flow.size() && fallsThrough(end - 1);
        if (fallsOut && !draft.isCompact) {
            mv.visitJumpInsn(Opcodes.GOTO, copies.to(copy, copy.segment + 1).start);
        } else if (!code.hasCode(copy.from, end)) {
            mv.visitInsn(Opcodes.NOP);
        }
        mv.visitLabel(copy.end);
    }

    private void emitEntry(int i) {
        mv.visitLabel(entry);
        int next = i;
        while (flow.insn(next).getOpcode() < 0 && !flow.isFrame(next)) {
            next++;
        }
        if (!flow.isFrame(next)) {
            draft.visitFrameOfPoint();
        }
    }

    private boolean fallsThrough(int last) {
        int i = last;
        while (i > 0 && flow.insn(i).getOpcode() < 0) {
            i--;
        }
        for (int next : flow.successors(i)) {
            if (next == i + 1) {
                return true;
            }
        }
        return false;
    }

    private void emitLine(int from, Label here) {
        if (draft.isDebugged && code.isBehindTheBody(from)) {
            // it would be that of the method's last line, at which a debugger would stop
            return;
        }
        for (int i = from; i < flow.size() && flow.insn(i).getOpcode() < 0; i++) {
            if (flow.insn(i) instanceof LineNumberNode) {
                // comes by itself, at the same place
                return;
            }
        }
        int line = code.line(from);
        if (line >= 0) {
            mv.visitLineNumber(line, here);
        }
    }

    private void emitInsn(Copy copy, int i) {
        AbstractInsnNode insn = flow.insn(i);
        int op = insn.getOpcode();
        draft.gates.emitBefore(mv, insn);
        if (insn instanceof LabelNode) {
            mv.visitLabel(copy.of((LabelNode) insn));
        } else if (insn instanceof LineNumberNode) {
            mv.visitLineNumber(((LineNumberNode) insn).line, copy.of(((LineNumberNode) insn).start));
        } else if (insn instanceof FrameNode) {
            emitFrame(copy, (FrameNode) insn);
        } else if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
            emitReturn(copy, i);
        } else if (finals.isFinal(insn)) {
            finals.emit(mv, (FieldInsnNode) insn, draft.twin);
        } else if (insn instanceof VarInsnNode) {
            mv.visitVarInsn(op, ((VarInsnNode) insn).var + ResumerDraft.SHIFT);
        } else if (insn instanceof IincInsnNode) {
            mv.visitIincInsn(((IincInsnNode) insn).var + ResumerDraft.SHIFT, ((IincInsnNode) insn).incr);
        } else if (insn instanceof JumpInsnNode
                || insn instanceof TableSwitchInsnNode
                || insn instanceof LookupSwitchInsnNode) {
            insn.clone(targets(copy)).accept(mv);
        } else if (op == Opcodes.INVOKESPECIAL) {
            emitSpecial((MethodInsnNode) insn);
        } else {
            insn.accept(mv);
        }
    }

    /**
     * A call of a superclass' method begins to look for it in the direct superclass, whichever the call names (JVMS 6.5
     * invokespecial): in a class that is no subclass, as this one, it would begin in the one that it names.
     */
    private void emitSpecial(MethodInsnNode call) {
        boolean isOfSuper = !call.itf && !call.name.equals("<init>") && !call.owner.equals(draft.host.name);
        String owner = isOfSuper ? draft.host.superName : call.owner;
        mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, call.name, call.desc, call.itf);
    }

    private void emitReturn(Copy copy, int i) {
        Copy.Return made = new Copy.Return(i, new Label(), new Label());
        Type result = Type.getReturnType(draft.twin.desc);
        copy.returns.add(made);
        mv.visitLabel(made.start());
        finals.emitFreeze(mv, draft.twin);
        Registers.narrow(mv, result);
        Registers.popResult(mv, ResumerDraft.CONTEXT, result);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(made.end());
    }

    private Map<LabelNode, LabelNode> targets(Copy copy) {
        return new AbstractMap<>() {
            @Override
            public LabelNode get(Object node) {
                return new LabelNode(copies.target(copy, (LabelNode) node));
            }

            @Override
            public Set<Entry<LabelNode, LabelNode>> entrySet() {
                throw new UnsupportedOperationException("look-up only");
            }
        };
    }

    private void emitFrame(Copy copy, FrameNode frame) {
        if (!draft.withFrames) {
            return;
        }
        List<Object> locals = ResumerDraft.ownLocals();
        for (Object type : frame.local) {
            locals.add(type instanceof LabelNode ? copy.of((LabelNode) type) : type);
        }
        List<Object> stack = new ArrayList<>();
        for (Object type : frame.stack) {
            stack.add(type instanceof LabelNode ? copy.of((LabelNode) type) : type);
        }
        draft.visitFrame(locals, stack);
    }
}

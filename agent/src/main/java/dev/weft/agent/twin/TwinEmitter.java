package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.facts.World;
import dev.weft.agent.layout.MethodLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Emits a full twin as its plan says. In Java, for a call {@code int r = o.m(a)}:
 *
 * <pre>
 *   int r = o.m$weft(a, context);
 *   if (context.unwinding != 0) goto save;          // after: r is on the operand stack
 *   ...
 *   save: WovenCode.leave(r, context);              // m has suspended, or the fiber is asked to leave, with r
 *         operands to temporaries;
 *         Save.s2_1(ref, ref, prim, context, Host.class, number);  return 0;
 * </pre>
 *
 * and for {@code synchronized (o) { .. }}:
 *
 * <pre>
 *   lock = o;
 *   retry: monitorenter(lock);
 *   if (WovenCode.mustQueue(lock, context)) { monitorexit(lock); Contention.await$weft(lock, context); goto retry; }
 * </pre>
 *
 * <p>This class emits the body: {@link CallEmitter} the calls in it, {@link EnterEmitter} what enters monitors,
 * {@link SaveEmitter} the save blocks, {@link TwinFrames} the stack map frames, and {@link TwinRanges} the exception
 * table. {@link MethodLayout} says which local holds what.
 */
final class TwinEmitter {
    private final TwinPlan plan;
    private final MethodNode method;
    private final TwinDraft draft;
    private final MethodNode mv;
    private final TwinFrames frames;
    private final TwinRanges ranges;
    private final EnterEmitter enters;
    private final CallEmitter calls;

    private TwinEmitter(TwinPlan plan, World world, MethodNode mv, boolean sharesSaves) {
        this.plan = plan;
        this.mv = mv;
        method = plan.method();
        draft = new TwinDraft(
                plan, MethodLayout.of(method, plan.depth().deepest(), plan.isSynchronized()), mv, sharesSaves);
        frames = new TwinFrames(draft);
        ranges = new TwinRanges(draft);
        SaveEmitter saves = new SaveEmitter(draft, frames);
        enters = new EnterEmitter(draft, frames, saves);
        calls = new CallEmitter(draft, saves, world);
    }

    /** Which form of a twin. */
    enum Form {
        /** The form of most: each point has code of its own that saves. */
        USUAL,
        /** Points that save the same share that code: shorter, where the usual form is too long to be compiled. */
        SHORT
    }

    /** Adds the twin to the class. */
    static void emit(TwinPlan plan, World world, ClassNode holder, Form form) {
        MethodNode method = plan.method();
        emit(plan, world, holder, Names.twinName(method.name), method.access, form);
    }

    /** Adds it under another name, for the class alone. */
    static void emitLoud(TwinPlan plan, World world, ClassNode holder, Form form) {
        MethodNode method = plan.method();
        int access = method.access & ~(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL);
        emit(plan, world, holder, Names.loudTwinName(method.name), access | Opcodes.ACC_PRIVATE, form);
    }

    private static void emit(TwinPlan plan, World world, ClassNode holder, String name, int access, Form form) {
        int hidden = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_BRIDGE | Opcodes.ACC_VARARGS | Opcodes.ACC_STRICT;
        MethodNode method = plan.method();
        MethodNode twin = (MethodNode) holder.visitMethod(
                access & ~hidden | Opcodes.ACC_SYNTHETIC,
                name,
                Names.twinDesc(method.desc),
                null,
                method.exceptions.toArray(new String[0]));
        new TwinEmitter(plan, world, twin, form == Form.SHORT).emit();
    }

    private void emit() {
        mv.visitCode();
        ranges.emit();
        draft.layout.emitPrologue(mv, method);
        Label bodyStart = new Label();
        Label bodyEnd = new Label();
        if (plan.isSynchronized()) {
            Label enter = new Label();
            mv.visitLabel(enter);
            draft.lineOf(null, enter);
            pushOwnMonitor();
            enters.emit(null, plan.entries().get(null), plan.types().before(0), bodyStart);
        }
        for (int i = 0; i < plan.flow().size(); i++) {
            emitInsn(i, plan.flow().insn(i));
        }
        mv.visitLabel(bodyEnd);
        if (plan.isSynchronized()) {
            mv.visitTryCatchBlock(bodyStart, bodyEnd, draft.release, null);
            mv.visitLabel(draft.release);
            // nothing but the monitor: the range covers dead code too, whose frames know no other locals
            frames.emit(frames.locals(new Object[0]), List.of("java/lang/Throwable"));
            draft.leave(0);
            mv.visitInsn(Opcodes.ATHROW);
        }
        draft.emitLater();
        emitLocalVariables();
        if (!plan.movedNews().isEmpty()) {
            dropWhatVanished();
        }
        draft.end();
    }

    /**
     * What moves leaves less code behind: ranges of handlers may be empty, and variables that began at two places begin
     * at one. The VM refuses the former, and a table that has an entry twice (JVMS 4.7.3, 4.7.13).
     */
    private void dropWhatVanished() {
        Map<LabelNode, Integer> places = new HashMap<>();
        int place = 0;
        for (AbstractInsnNode insn : mv.instructions) {
            if (insn instanceof LabelNode) {
                places.put((LabelNode) insn, place);
            } else if (insn.getOpcode() >= 0) {
                place++;
            }
        }
        mv.tryCatchBlocks.removeIf(each -> places.get(each.start).equals(places.get(each.end)));
        Set<String> known = new HashSet<>();
        mv.localVariables.removeIf(each ->
                !known.add(each.index + " " + places.get(each.start) + " " + places.get(each.end) + " " + each.name));
    }

    private void pushOwnMonitor() {
        if ((method.access & Opcodes.ACC_STATIC) != 0) {
            draft.pushHost();
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    private void emitInsn(int i, AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (insn instanceof LabelNode) {
            mv.visitLabel(draft.label((LabelNode) insn));
        } else if (insn instanceof LineNumberNode) {
            LineNumberNode line = (LineNumberNode) insn;
            mv.visitLineNumber(line.line, draft.label(line.start));
        } else if (insn instanceof FrameNode) {
            frames.emit((FrameNode) insn);
        } else if (plan.types().before(i) == null) {
            insn.clone(draft.labelNodes()).accept(mv);
        } else if (op == Opcodes.NEW && plan.movedNews().contains(insn)) {
            calls.emitMark(((TypeInsnNode) insn).desc);
        } else if (plan.movedCopies().contains(insn)) {
            return;
        } else if (op == Opcodes.MONITORENTER && plan.entries().containsKey(insn)) {
            enters.emit(insn, plan.entries().get(insn), plan.types().after(i), ranges.checkStart(insn));
        } else if (op == Opcodes.MONITOREXIT && holdsInSlot(i)) {
            // the JIT pairs it with the enter only if both take the object from the same local: it takes the author's
            // local, merged at the head of the retry loop, for another object
            mv.visitInsn(Opcodes.POP);
            draft.leave(plan.depth().before(i) - 1 + (plan.isSynchronized() ? 1 : 0));
        } else if (insn instanceof MethodInsnNode) {
            calls.emit(i, (MethodInsnNode) insn);
        } else if (insn instanceof InvokeDynamicInsnNode && plan.points().containsKey(insn)) {
            calls.emitSite(i, (InvokeDynamicInsnNode) insn);
        } else {
            if (plan.isSynchronized() && op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
                draft.leave(0);
            }
            insn.clone(draft.labelNodes()).accept(mv);
        }
    }

    /** False in code that only the verifier reaches, and in front of {@code super(..)}, where no monitor has a slot. */
    private boolean holdsInSlot(int i) {
        return plan.depth().before(i) > 0 && !plan.types().before(i).isBeforeSuper();
    }

    private void emitLocalVariables() {
        if (method.localVariables == null) {
            return;
        }
        for (LocalVariableNode variable : method.localVariables) {
            mv.visitLocalVariable(
                    variable.name,
                    variable.desc,
                    null,
                    draft.label(variable.start),
                    draft.label(variable.end),
                    variable.index);
        }
    }
}

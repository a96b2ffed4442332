package dev.weft.agent.twin;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Types;
import dev.weft.agent.facts.Point;
import dev.weft.agent.facts.TwinPlan;
import dev.weft.agent.facts.TwinPlan.Call;
import dev.weft.agent.facts.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
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
 * <p>Locals: those of the original keep their numbers; behind them the context, then a slot for each monitor held, then
 * temporaries. Code that saves lies behind the method and outside of all its try ranges. The resumer generator reads
 * this layout back: see {@code dev.weft.agent.resume.PointReader}.
 *
 * <p>The class stays whole because its parts share the label map and the layout of locals.
 */
final class TwinEmitter {
    private final TwinPlan plan;
    private final MethodNode method;
    private final World world;
    private final int context;
    private final int locks;
    private final int temps;
    private final Map<LabelNode, Label> labels = new HashMap<>();
    private final List<OutOfLine> later = new ArrayList<>();
    private final Map<Integer, PointLabels> pointLabels = new HashMap<>();
    private final Label release = new Label();
    private MethodNode mv;
    private int usedTemps;
    private int extraStack = 8;

    /** Code to be emitted behind the method. Classes, not lambdas: linking a lambda costs the start a millisecond. */
    private interface OutOfLine {
        void emit();
    }

    private final class SaveCode implements OutOfLine {
        private final Point point;

        SaveCode(Point point) {
            this.point = point;
        }

        @Override
        public void emit() {
            emitSave(point, point.monitors());
        }
    }

    private static final class PointLabels {
        final Label save = new Label();
        final Label after = new Label();
        final Label pinStart = new Label();
        final Label pinEnd = new Label();
        final Label awaitStart = new Label();
        final Label awaitEnd = new Label();
        final Label[] detachStart;
        final Label[] detachEnd;
        final Label[] detachHandler;

        PointLabels(int monitors) {
            detachStart = labels(monitors);
            detachEnd = labels(monitors);
            detachHandler = labels(monitors);
        }

        private static Label[] labels(int n) {
            Label[] result = new Label[n];
            for (int k = 0; k < n; k++) {
                result[k] = new Label();
            }
            return result;
        }
    }

    TwinEmitter(TwinPlan plan, World world) {
        this.plan = plan;
        this.method = plan.method();
        this.world = world;
        context = method.maxLocals;
        locks = context + 1;
        temps = locks + plan.depth().deepest() + 1;
    }

    /** Adds the twin to the class. */
    void emit(ClassNode holder) {
        int hidden = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_BRIDGE | Opcodes.ACC_VARARGS | Opcodes.ACC_STRICT;
        String[] exceptions = method.exceptions.toArray(new String[0]);
        mv = (MethodNode) holder.visitMethod(
                method.access & ~hidden | Opcodes.ACC_SYNTHETIC,
                Names.twinName(method.name),
                Names.twinDesc(method.desc),
                null,
                exceptions);
        mv.visitCode();
        emitTryBlocks();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        mv.visitVarInsn(Opcodes.ALOAD, Names.argumentSlots(method.desc, isStatic));
        mv.visitVarInsn(Opcodes.ASTORE, context);
        for (int k = 0; k < monitorSlots(); k++) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitVarInsn(Opcodes.ASTORE, locks + k);
        }
        Label bodyStart = new Label();
        Label bodyEnd = new Label();
        if (plan.isSynchronized()) {
            pushOwnMonitor(isStatic);
            emitEnter(null, plan.entries().get(null), plan.types().before(0), 0, bodyStart);
        }
        for (int i = 0; i < plan.flow().size(); i++) {
            emitInsn(i, plan.flow().insn(i));
        }
        mv.visitLabel(bodyEnd);
        if (plan.isSynchronized()) {
            mv.visitTryCatchBlock(bodyStart, bodyEnd, release, null);
            mv.visitLabel(release);
            // nothing but the monitor: the range covers dead code too, whose frames know no other locals
            visitFrame(stateOf(new Object[0]), List.of("java/lang/Throwable"));
            leave(0);
            mv.visitInsn(Opcodes.ATHROW);
        }
        for (int k = 0; k < later.size(); k++) {
            later.get(k).emit();
        }
        emitLocalVariables();
        mv.visitMaxs(method.maxStack + extraStack, temps + usedTemps);
        mv.visitEnd();
    }

    private void pushOwnMonitor(boolean isStatic) {
        if (isStatic) {
            mv.visitLdcInsn(Type.getObjectType(plan.owner()));
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
        }
    }

    // ------------------------------------------------------------------------------------------- exception table

    private void emitTryBlocks() {
        List<Point> calls = new ArrayList<>(plan.points().values());
        calls.addAll(plan.chaosBefore().values());
        calls.addAll(plan.chaosAfter().values());
        List<Point> all = new ArrayList<>(calls);
        all.addAll(plan.entries().values());
        for (Point point : all) {
            pointLabels.put(point.number(), new PointLabels(point.monitors()));
        }
        Map<LabelNode, Label> regionStarts = regionStarts();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            Label start = label(block.start);
            if (block.type == null && regionStarts.containsKey(block.start)) {
                start = regionStarts.get(block.start);
            }
            mv.visitTryCatchBlock(start, label(block.end), label(block.handler), block.type);
        }
        for (Point point : calls) {
            PointLabels own = pointLabels.get(point.number());
            if (point.monitors() > 0) {
                emitTryBlocksLike(point, own.pinStart, own.pinEnd);
            }
        }
        for (Point point : plan.entries().values()) {
            PointLabels own = pointLabels.get(point.number());
            if (point.monitors() > 0) {
                emitTryBlocksLike(point, own.awaitStart, own.awaitEnd);
                emitTryBlocksLike(point, own.pinStart, own.pinEnd);
            }
        }
        for (PointLabels own : pointLabels.values()) {
            for (int k = 0; k < own.detachStart.length; k++) {
                mv.visitTryCatchBlock(own.detachStart[k], own.detachEnd[k], own.detachHandler[k], null);
            }
        }
    }

    /** Covers the range by the handlers that cover the point in the original. */
    private void emitTryBlocksLike(Point point, Label start, Label end) {
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            if (covers(block, point.index())) {
                mv.visitTryCatchBlock(start, end, label(block.handler), block.type);
            }
        }
        if (plan.isSynchronized()) {
            mv.visitTryCatchBlock(start, end, release, null);
        }
    }

    private boolean covers(TryCatchBlockNode block, int index) {
        return plan.flow().index(block.start) <= index && index < plan.flow().index(block.end);
    }

    /** The labels right behind a MONITORENTER: a catch-all that starts there must cover the check as well. */
    private final Map<AbstractInsnNode, Label> checkStarts = new HashMap<>();

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

    private Label label(LabelNode node) {
        Label known = labels.get(node);
        if (known == null) {
            known = new Label();
            labels.put(node, known);
        }
        return known;
    }

    // ------------------------------------------------------------------------------------------- the body

    private void emitInsn(int i, AbstractInsnNode insn) {
        int op = insn.getOpcode();
        if (insn instanceof LabelNode) {
            mv.visitLabel(label((LabelNode) insn));
        } else if (insn instanceof LineNumberNode) {
            LineNumberNode line = (LineNumberNode) insn;
            mv.visitLineNumber(line.line, label(line.start));
        } else if (insn instanceof FrameNode) {
            emitFrame((FrameNode) insn);
        } else if (plan.types().before(i) == null) {
            insn.clone(labelNodes()).accept(mv);
        } else if (op == Opcodes.NEW && plan.movedNews().contains(insn)) {
            emitMark(((TypeInsnNode) insn).desc);
        } else if (plan.movedDups().contains(insn)) {
            return;
        } else if (op == Opcodes.MONITORENTER && plan.entries().containsKey(insn)) {
            int held = plan.entries().get(insn).monitors();
            emitEnter(insn, plan.entries().get(insn), plan.types().after(i), held, checkStarts.get(insn));
        } else if (op == Opcodes.MONITOREXIT && holdsInSlot(i)) {
            // the JIT pairs it with the enter only if both take the object from the same local: it takes the author's
            // local, merged at the head of the retry loop, for another object
            mv.visitInsn(Opcodes.POP);
            leave(plan.depth().before(i) - 1 + (plan.isSynchronized() ? 1 : 0));
        } else if (insn instanceof MethodInsnNode) {
            emitCall(i, (MethodInsnNode) insn);
        } else {
            if (plan.isSynchronized() && op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
                leave(0);
            }
            insn.clone(labelNodes()).accept(mv);
        }
    }

    /** False in code that only the verifier reaches, and in front of {@code super(..)}, where no monitor has a slot. */
    private boolean holdsInSlot(int i) {
        boolean isInitialized = !Arrays.asList(plan.types().before(i).locals()).contains(Opcodes.UNINITIALIZED_THIS);
        return plan.depth().before(i) > 0 && isInitialized;
    }

    private Map<LabelNode, LabelNode> labelNodes() {
        return new java.util.AbstractMap<>() {
            @Override
            public LabelNode get(Object node) {
                return new LabelNode(label((LabelNode) node));
            }

            @Override
            public java.util.Set<Entry<LabelNode, LabelNode>> entrySet() {
                throw new UnsupportedOperationException("look-up only");
            }
        };
    }

    /** Where a moved NEW stood: initialize the class if anybody could notice that it happens later. */
    private void emitMark(String className) {
        if (world.mayHaveInitializer(className)) {
            mv.visitTypeInsn(Opcodes.NEW, className);
            mv.visitInsn(Opcodes.POP);
        }
    }

    private void emitCall(int i, MethodInsnNode insn) {
        Call call = plan.calls().get(insn);
        if (call == Call.CURRENT_THREAD) {
            mv.visitVarInsn(Opcodes.ALOAD, context);
            mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "thread", "Ljava/lang/Thread;");
            return;
        }
        if (plan.chaosBefore().containsKey(insn)) {
            emitChaos(plan.chaosBefore().get(insn), plan.types().before(i));
        }
        Integer copies = plan.movedInits().get(insn);
        if (copies != null) {
            emitMovedAllocation(insn, copies);
        }
        if (call == null) {
            mv.visitMethodInsn(insn.getOpcode(), insn.owner, insn.name, insn.desc, insn.itf);
            return;
        }
        if (call.owner().equals(Call.HANDLE)) {
            emitTwinOfHandle(insn);
        }
        if (call.passesHost()) {
            mv.visitLdcInsn(Type.getObjectType(plan.owner()));
        }
        if (call.passesContext()) {
            mv.visitVarInsn(Opcodes.ALOAD, context);
        }
        mv.visitMethodInsn(call.opcode(), call.owner(), call.name(), call.desc(), call.isInterface());
        Point point = plan.points().get(insn);
        if (point != null) {
            emitCheck(point, plan.types().after(i));
        }
        if (plan.chaosAfter().containsKey(insn)) {
            emitChaos(plan.chaosAfter().get(insn), plan.types().after(i));
        }
    }

    /** {@code Chaos.maybeSuspend(context)}, and the usual check. */
    private void emitChaos(Point point, Types.State state) {
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.CHAOS, "maybeSuspend", "(" + Names.CONTEXT_D + ")V", false);
        emitCheck(point, state);
    }

    private void emitMovedAllocation(MethodInsnNode insn, int copies) {
        Type[] arguments = Type.getArgumentTypes(insn.desc);
        int[] slots = storeArguments(arguments);
        mv.visitTypeInsn(Opcodes.NEW, insn.owner);
        for (int k = 1; k < copies; k++) {
            mv.visitInsn(Opcodes.DUP);
        }
        loadArguments(arguments, slots);
    }

    /** Puts the twin of the handle, which lies below the arguments, into its place. */
    private void emitTwinOfHandle(MethodInsnNode insn) {
        Type[] arguments = Type.getArgumentTypes(insn.desc);
        int[] slots = storeArguments(arguments);
        mv.visitLdcInsn(Type.getMethodType(insn.desc));
        String name = insn.name.equals("invoke") ? "adaptedTwin" : "exactTwin";
        String handle = "L" + Call.HANDLE + ";";
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                Names.WOVEN,
                name,
                "(" + handle + "Ljava/lang/invoke/MethodType;)" + handle,
                false);
        loadArguments(arguments, slots);
    }

    private int[] storeArguments(Type[] arguments) {
        int[] slots = new int[arguments.length];
        int next = temps;
        for (int k = 0; k < arguments.length; k++) {
            slots[k] = next;
            next += arguments[k].getSize();
        }
        usedTemps = Math.max(usedTemps, next - temps);
        for (int k = arguments.length - 1; k >= 0; k--) {
            mv.visitVarInsn(arguments[k].getOpcode(Opcodes.ISTORE), slots[k]);
        }
        return slots;
    }

    private void loadArguments(Type[] arguments, int[] slots) {
        for (int k = 0; k < arguments.length; k++) {
            mv.visitVarInsn(arguments[k].getOpcode(Opcodes.ILOAD), slots[k]);
        }
    }

    private void emitCheck(Point point, Types.State after) {
        PointLabels own = pointLabels.get(point.number());
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "unwinding", "I");
        mv.visitJumpInsn(Opcodes.IFNE, own.save);
        later.add(new SaveCode(point));
        if (point.monitors() > 0) {
            mv.visitLabel(own.after);
            visitFrame(stateOf(point.locals()), present(Arrays.asList(after.stack())));
            mv.visitInsn(Opcodes.NOP);
        }
    }

    // ------------------------------------------------------------------------------------------- monitors

    private void emitEnter(AbstractInsnNode insn, Point point, Types.State state, int held, Label checkStart) {
        int lock = locks + held;
        List<Object> stack = present(Arrays.asList(state.stack()));
        Label retry = new Label();
        Label contended = new Label();
        mv.visitVarInsn(Opcodes.ASTORE, lock);
        mv.visitLabel(retry);
        visitFrame(stateOf(state.locals()), stack);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitLabel(checkStart);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitMethodInsn(
                Opcodes.INVOKESTATIC, Names.WOVEN, "mustQueue", "(" + Names.OBJECT_D + Names.CONTEXT_D + ")Z", false);
        mv.visitJumpInsn(Opcodes.IFNE, contended);
        later.add(new ContentionCode(insn, point, state, stack, held, retry, contended));
    }

    /** The monitor is owned by a suspended fiber: leave it, queue up, try again. */
    private final class ContentionCode implements OutOfLine {
        private final AbstractInsnNode insn;
        private final Point point;
        private final Types.State state;
        private final List<Object> stack;
        private final int held;
        private final Label retry;
        private final Label contended;

        ContentionCode(
                AbstractInsnNode insn,
                Point point,
                Types.State state,
                List<Object> stack,
                int held,
                Label retry,
                Label contended) {
            this.insn = insn;
            this.point = point;
            this.state = state;
            this.stack = stack;
            this.held = held;
            this.retry = retry;
            this.contended = contended;
        }

        @Override
        public void emit() {
            PointLabels own = pointLabels.get(point.number());
            int line = insn == null ? -1 : lineOf(insn);
            mv.visitLabel(contended);
            if (line >= 0) {
                mv.visitLineNumber(line, contended);
            }
            visitFrame(stateOf(state.locals()), stack);
            leave(held);
            mv.visitLabel(own.awaitStart);
            mv.visitVarInsn(Opcodes.ALOAD, locks + held);
            mv.visitVarInsn(Opcodes.ALOAD, context);
            String await = Names.twinDesc("(" + Names.OBJECT_D + ")V");
            mv.visitMethodInsn(
                    Opcodes.INVOKESTATIC, Names.BLOCKING + "Contention", Names.twinName("await"), await, false);
            mv.visitVarInsn(Opcodes.ALOAD, context);
            mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "unwinding", "I");
            mv.visitLabel(own.awaitEnd);
            mv.visitJumpInsn(Opcodes.IFNE, own.save);
            if (point.monitors() > 0) {
                mv.visitLabel(own.after);
                visitFrame(stateOf(state.locals()), stack);
                mv.visitInsn(Opcodes.NOP);
            }
            mv.visitJumpInsn(Opcodes.GOTO, retry);
            emitSave(point, held + 1);
        }
    }

    private static int lineOf(AbstractInsnNode insn) {
        for (AbstractInsnNode at = insn; at != null; at = at.getPrevious()) {
            if (at instanceof LineNumberNode) {
                return ((LineNumberNode) at).line;
            }
        }
        return -1;
    }

    private void leave(int lock) {
        mv.visitVarInsn(Opcodes.ALOAD, locks + lock);
        mv.visitInsn(Opcodes.MONITOREXIT);
    }

    // ------------------------------------------------------------------------------------------- saving

    /** Saves the frame; {@code lockSlots} of the monitor slots are in use, of which the point's own number are held. */
    private void emitSave(Point point, int lockSlots) {
        PointLabels own = pointLabels.get(point.number());
        List<Object> operands = presentSlots(point.stack());
        List<Object> withResult = VerificationTypes.perValue(operands);
        if (point.result() != Type.VOID_TYPE) {
            withResult.add(VerificationTypes.of(point.result()));
        }
        mv.visitLabel(own.save);
        visitFrame(stateOf(point.locals()), withResult);
        if (point.monitors() > 0) {
            // the JIT refuses a method with a call, as far as it knows, that may throw while no handler leaves the
            // monitors
            mv.visitLabel(own.detachStart[point.monitors() - 1]);
        }
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "leave", leaveDesc(point.result()), false);
        storeOperands(operands);
        boolean retreats = point.monitors() > 0;
        Label pinned = new Label();
        Label again = new Label();
        if (retreats) {
            emitDetach(point, own, pinned, again, operands);
        }
        SavedValues values = new SavedValues();
        for (int k = 0; k < operands.size(); k++) {
            values.add(temps + k, operands.get(k));
        }
        for (int local : point.saved()) {
            values.add(local, point.locals()[local]);
        }
        for (int k = 0; k < lockSlots; k++) {
            values.add(locks + k, "java/lang/Object");
        }
        extraStack = Math.max(extraStack, values.stackNeeded());
        values.emit(mv, context, plan.owner(), point.number());
        Registers.returnDummy(mv, Type.getReturnType(method.desc));
        if (retreats) {
            emitDetachHandlers(point, own);
            emitPinned(point, own, pinned, again, operands);
        }
    }

    private static String leaveDesc(Type result) {
        return "(" + (result == Type.VOID_TYPE ? "" : Registers.desc(result)) + Names.CONTEXT_D + ")V";
    }

    private void storeOperands(List<Object> operands) {
        usedTemps = Math.max(usedTemps, operands.size());
        for (int k = operands.size() - 1; k >= 0; k--) {
            Object type = operands.get(k);
            if (type == Opcodes.TOP) {
                continue;
            }
            mv.visitVarInsn(VerificationTypes.store(type), temps + k);
        }
    }

    private void emitDetach(Point point, PointLabels own, Label pinned, Label again, List<Object> operands) {
        mv.visitLabel(again);
        visitFrame(withOperands(point, operands), List.of());
        int n = point.monitors();
        String desc = "(" + Names.OBJECT_D + Names.CONTEXT_D + ")";
        for (int k = 0; k < n; k++) {
            mv.visitVarInsn(Opcodes.ALOAD, locks + k);
            mv.visitVarInsn(Opcodes.ALOAD, context);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "canDetach", desc + "Z", false);
            mv.visitJumpInsn(Opcodes.IFEQ, pinned);
        }
        for (int k = n - 1; k >= 0; k--) {
            if (k < n - 1) {
                mv.visitLabel(own.detachStart[k]);
            }
            mv.visitVarInsn(Opcodes.ALOAD, locks + k);
            mv.visitVarInsn(Opcodes.ALOAD, context);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "detach", desc + "V", false);
            mv.visitLabel(own.detachEnd[k]);
            leave(k);
        }
    }

    /** An error in the middle of leaving: give back what is still held, so that the code stays balanced. */
    private void emitDetachHandlers(Point point, PointLabels own) {
        for (int k = 0; k < point.monitors(); k++) {
            mv.visitLabel(own.detachHandler[k]);
            visitFrame(stateOf(point.locals()), List.of("java/lang/Throwable"));
            for (int j = k; j >= 0; j--) {
                leave(j);
            }
            mv.visitInsn(Opcodes.ATHROW);
        }
    }

    /**
     * The frame must stay: run the callee's frames here, then go on as if it had just returned, or try again to leave.
     */
    private void emitPinned(Point point, PointLabels own, Label pinned, Label again, List<Object> operands) {
        mv.visitLabel(pinned);
        int line = lineOf(plan.flow().insn(point.index()));
        if (line >= 0) {
            mv.visitLineNumber(line, pinned);
        }
        visitFrame(withOperands(point, operands), List.of());
        mv.visitLabel(own.pinStart);
        mv.visitVarInsn(Opcodes.ALOAD, context);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "runPinned", "(" + Names.CONTEXT_D + ")Z", false);
        mv.visitJumpInsn(Opcodes.IFNE, again);
        for (int k = 0; k < operands.size(); k++) {
            if (operands.get(k) != Opcodes.TOP) {
                mv.visitVarInsn(VerificationTypes.load(operands.get(k)), temps + k);
            }
        }
        Registers.pushResult(mv, context, point.result());
        mv.visitLabel(own.pinEnd);
        mv.visitJumpInsn(Opcodes.GOTO, own.after);
    }

    // ------------------------------------------------------------------------------------------- frames

    /** What the locals hold when the operands are in the temporary ones. */
    private List<Object> withOperands(Point point, List<Object> operands) {
        List<Object> locals = stateOf(point.locals());
        padTo(locals, temps);
        locals.addAll(VerificationTypes.perValue(operands));
        return locals;
    }

    private boolean isMoved(Object type) {
        return type instanceof Label && plan.movedNews().contains(plan.types().allocation(type));
    }

    /** Slots of the operand stack without moved allocations. */
    private List<Object> presentSlots(List<Object> slots) {
        List<Object> result = new ArrayList<>(slots.size());
        for (Object slot : slots) {
            if (!isMoved(slot)) {
                result.add(slot);
            }
        }
        return result;
    }

    private List<Object> present(List<Object> slots) {
        return VerificationTypes.perValue(presentSlots(slots));
    }

    /** Types of the twin's locals where the original's are these. */
    private List<Object> stateOf(Object[] locals) {
        List<Object> result = VerificationTypes.perValue(Arrays.asList(locals));
        addOwn(result);
        return result;
    }

    /** Adds the context and the monitor slots: all of them, since the verifier knows paths that are never taken. */
    private void addOwn(List<Object> locals) {
        padTo(locals, context);
        locals.add(Names.CONTEXT);
        for (int k = 0; k < monitorSlots(); k++) {
            locals.add("java/lang/Object");
        }
    }

    private int monitorSlots() {
        return plan.depth().deepest() + (plan.isSynchronized() ? 1 : 0);
    }

    private static void padTo(List<Object> values, int slots) {
        int used = 0;
        for (Object value : values) {
            used += VerificationTypes.isWide(value) ? 2 : 1;
        }
        for (; used < slots; used++) {
            values.add(Opcodes.TOP);
        }
    }

    private void visitFrame(List<Object> locals, List<Object> stack) {
        dropFrameHere();
        mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
    }

    /**
     * Two frames of one place are no class file. Some generators write one behind each instruction, and the twin has no
     * {@code new} or {@code dup} where the author's code has it. The last of them is right: jumps to the others went on
     * to it.
     */
    private void dropFrameHere() {
        AbstractInsnNode last = mv.instructions.getLast();
        while (last instanceof LabelNode || last instanceof LineNumberNode) {
            last = last.getPrevious();
        }
        if (last instanceof FrameNode) {
            mv.instructions.remove(last);
        }
    }

    private void emitFrame(FrameNode frame) {
        List<Object> locals = new ArrayList<>();
        for (Object type : frame.local) {
            locals.add(type instanceof LabelNode ? label((LabelNode) type) : type);
        }
        List<Object> stack = new ArrayList<>();
        for (Object type : frame.stack) {
            if (!(type instanceof LabelNode)) {
                stack.add(type);
            } else if (!isMoved(((LabelNode) type).getLabel())) {
                stack.add(label((LabelNode) type));
            }
        }
        addOwn(locals);
        visitFrame(locals, stack);
    }

    private void emitLocalVariables() {
        if (method.localVariables == null) {
            return;
        }
        for (LocalVariableNode variable : method.localVariables) {
            mv.visitLocalVariable(
                    variable.name, variable.desc, null, label(variable.start), label(variable.end), variable.index);
        }
    }
}

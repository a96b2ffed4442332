package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.analysis.Flow;
import dev.weft.agent.twin.Registers;
import dev.weft.agent.twin.VerificationTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Generates the code that continues one suspension point: restore the locals and operands, enter the monitors again,
 * take the callee's result or exception, and go on with what the twin would have done.
 *
 * <p>Overview. The rest of the twin is copied in segments (see {@link Segments}), each perhaps several times. Two rules
 * of HotSpot's compilers ask for the copies. A loop must not be entered in its middle, else it is compiled badly or not
 * at all: the rest of the iteration stands in a copy of its own, from which the next copy's loop is entered at its
 * head. And two {@code monitorenter}s must not share the code of one region: what runs under the monitors that this
 * resumer entered is a copy too (docs/monitors.md, "What the JIT accepts"). So each copied segment is named by the
 * segment, by how many of the loops around the point were begun anew, and by how many of the monitors that this resumer
 * entered are still held. Where all these copies are too much for one method, there is one of each segment, and a loop
 * is entered in its middle: slower, but right.
 *
 * <p>Locals of the twin are shifted by three: the resumer, the frame and the context stand in front. The class' name
 * tells the method's, for stack traces.
 *
 * <p>The class stays whole because its parts share the copies and their labels, which emitting any of them may extend.
 */
public final class ResumerGenerator {
    private static final int SHIFT = 3;
    private static final int FRAME = 1;
    private static final int CONTEXT = 2;

    /** Longest twin, in instructions, whose loops are copied; longer ones are entered in the middle. */
    private static final int MAX_COPIED = 3000;

    /** As many variables as a table of them can name. */
    private static final int MAX_VARIABLES = 65_535;

    private final ClassNode host;
    private final SavePoint point;
    private final MethodNode twin;
    private final TwinCode code;
    private final Flow flow;
    private final Segments segments;
    private final List<Integer> loops;
    private final Copy[] known;
    /** In the order in which they are emitted. */
    private final List<Copy> copies = new ArrayList<>();

    private int emitted;
    private final boolean withFrames;
    private final boolean isCompact;
    private final int contSlot;
    private final Label entry = new Label();
    private MethodVisitor mv;

    /**
     * What a return has become, for which no handler is meant: it stores the result in a field, which throws nothing,
     * but the JIT takes it for an instruction that may, behind the exit of the author's monitor.
     */
    private record Return(int index, Label start, Label end) {}

    /** One copy of a segment: which it is, and where. */
    private final class Copy {
        final int segment;
        final int level;
        final int held;
        final boolean isRest;
        final Label start = new Label();
        final Label end = new Label();
        final List<Return> returns = new ArrayList<>();
        private final int first;
        private final Label[] labels;

        Copy(int segment, int level, int held, boolean isRest) {
            this.segment = segment;
            this.level = level;
            this.held = held;
            this.isRest = isRest;
            first = segments.start(segment);
            labels = new Label[segments.end(segment) - first + 1];
        }

        /** The copy of a label of the segment, or of the one behind it. */
        Label of(LabelNode node) {
            int at = flow.index(node) - first;
            if (labels[at] == null) {
                labels[at] = new Label();
            }
            return labels[at];
        }
    }

    private ResumerGenerator(HostClass host, int number, boolean withFrames, boolean isCompact) {
        this.withFrames = withFrames;
        this.isCompact = isCompact;
        this.host = host.node;
        point = host.point(number);
        twin = point.twin();
        contSlot = contSlot();
        code = host.code(twin);
        flow = code.flow;
        segments = code.segments;
        boolean copiesLoops = !isCompact && flow.size() <= MAX_COPIED;
        loops = copiesLoops ? segments.loopsAround(segments.of(index(point.check()))) : List.of();
        known = new Copy[segments.count() * (loops.size() + 1) * (heldToTell() + 1)];
    }

    /** How many of the monitors that are entered again tell copies apart. */
    private int heldToTell() {
        return isCompact ? 0 : point.held().size();
    }

    /**
     * The resumer's class file.
     *
     * @param woven the woven class that holds the point
     * @param number the point
     * @param withFrames whether to emit stack map frames, which the VM does not ask for
     */
    public static byte[] generate(byte[] woven, int number, boolean withFrames) {
        return generate(new HostClass(woven), number, withFrames);
    }

    /** The same as {@link #generate(byte[], int, boolean)} of a parsed class. */
    public static byte[] generate(HostClass host, int number, boolean withFrames) {
        try {
            return new ResumerGenerator(host, number, withFrames, false).generate(number);
        } catch (MethodTooLargeException e) {
            return new ResumerGenerator(host, number, withFrames, true).generate(number);
        }
    }

    /** Where a point of a parsed class is in the source, with the names that its author gave. */
    public static StackTraceElement place(HostClass host, int number) {
        SavePoint point = host.point(number);
        String plain = authorsName(point.twin());
        return new StackTraceElement(
                host.node.name.replace('/', '.'), plain, host.node.sourceFile, PointReader.line(point));
    }

    /** Descriptor of the method, as its author wrote it. */
    public static String descriptor(HostClass host, int number) {
        return Names.plainDesc(host.point(number).twin().desc);
    }

    /** Which of the references that the point's frame holds are monitors that it has entered, outermost first. */
    public static int[] monitors(HostClass host, int number) {
        SavePoint point = host.point(number);
        return point.held().stream().mapToInt(point.references()::indexOf).toArray();
    }

    private static String authorsName(MethodNode twin) {
        String name = twin.name;
        return name.endsWith(Names.SUFFIX) ? name.substring(0, name.length() - Names.SUFFIX.length()) : name;
    }

    private int index(AbstractInsnNode insn) {
        return twin.instructions.indexOf(insn);
    }

    private byte[] generate(int number) {
        String name = Names.resumerName(host.name, number, authorsName(twin));
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Math.max(Opcodes.V1_8, host.version & 0xFFFF), access, name, null, Names.RESUMER, null);
        writer.visitSource(host.sourceFile, null);
        String desc = "(" + Names.FRAME_D + Names.CONTEXT_D + ")V";
        mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "resume", desc, null, null);
        mv.visitCode();
        emit();
        mv.visitMaxs(twin.maxStack + 6, twin.maxLocals + SHIFT + 1);
        mv.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void emit() {
        Label start = new Label();
        mv.visitLabel(start);
        emitLocals();
        // all that might throw, in the eyes of the JIT, comes before the monitors are entered
        pushOperands();
        Registers.pushResult(mv, CONTEXT, resultType());
        for (int k = 0; k < point.held().size(); k++) {
            emitReenter(k);
        }
        Label checkStart = new Label();
        Label checkEnd = new Label();
        mv.visitLabel(checkStart);
        mv.visitVarInsn(Opcodes.ALOAD, CONTEXT);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "rethrow", "(" + Names.CONTEXT_D + ")V", false);
        mv.visitLabel(checkEnd);
        Label restored = new Label();
        mv.visitLabel(restored);
        // it is not to keep what the method may drop from now on
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, FRAME);
        if (isCompact) {
            emitWhole(checkStart, checkEnd);
        } else {
            emitRest(checkStart, checkEnd);
        }
        emitPending();
        emitExceptionTable();
        mv.visitLocalVariable(OperandNames.SAVED, Names.FRAME_D, null, start, restored, FRAME);
        mv.visitLocalVariable(OperandNames.SAVED, Names.CONTEXT_D, null, start, restored, CONTEXT);
        emitLocalVariables();
    }

    private void emitRest(Label checkStart, Label checkEnd) {
        int check = index(point.check());
        Copy rest = new Copy(segments.of(check), 0, point.held().size(), true);
        copies.add(rest);
        addHandlers(checkStart, checkEnd, index(point.call()), rest);
        emitCopy(rest, check + 1);
        emitted = 1;
    }

    /**
     * {@code goto entry}, which stands in the only copy of the segment; the twin's size is what this can be at most.
     */
    private void emitWhole(Label checkStart, Label checkEnd) {
        int check = index(point.check());
        int segment = segments.of(check);
        // in the order of the twin, so that control falls through from each to the next
        for (int each = 0; each < segments.count(); each++) {
            copy(each, 0, 0);
        }
        Copy whole = copy(segment, 0, 0);
        addHandlers(checkStart, checkEnd, index(point.call()), whole);
        mv.visitJumpInsn(Opcodes.GOTO, check + 1 < segments.end(segment) ? entry : to(whole, segment + 1).start);
    }

    private Type resultType() {
        return Type.getReturnType(((MethodInsnNode) point.call()).desc);
    }

    // ------------------------------------------------------------------------------------------- restoring

    private void emitLocals() {
        mv.visitVarInsn(Opcodes.ALOAD, CONTEXT);
        mv.visitVarInsn(Opcodes.ASTORE, contSlot);
        int slot = 0;
        for (Object type : point.locals()) {
            boolean isSaved = point.references().contains(slot) || point.longs().contains(slot);
            if (!isSaved && slot + SHIFT != contSlot && holdsValue(type)) {
                VerificationTypes.pushDefault(mv, type);
                mv.visitVarInsn(VerificationTypes.store(type), slot + SHIFT);
            } else if (isSaved) {
                pushSaved(slot, type);
                mv.visitVarInsn(VerificationTypes.store(type), slot + SHIFT);
            }
            slot += VerificationTypes.isWide(type) ? 2 : 1;
        }
    }

    private static boolean holdsValue(Object type) {
        return type != Opcodes.TOP && type != Opcodes.UNINITIALIZED_THIS && !(type instanceof LabelNode);
    }

    /** The twin's local that holds the context, shifted. */
    private int contSlot() {
        int slot = 0;
        int found = -1;
        for (Object type : point.locals()) {
            if (Names.CONTEXT.equals(type)) {
                found = slot;
            }
            slot += VerificationTypes.isWide(type) ? 2 : 1;
        }
        return found + SHIFT;
    }

    private void pushOperands() {
        for (int k = 0; k < point.operands().size(); k++) {
            Object type = point.operands().get(k);
            if (type == Opcodes.NULL) {
                mv.visitInsn(Opcodes.ACONST_NULL);
            } else {
                pushSaved(point.operandSlots().get(k), type);
            }
        }
    }

    private List<Object> operandsAndResult() {
        List<Object> result = new ArrayList<>(point.operands());
        if (resultType() != Type.VOID_TYPE) {
            result.add(VerificationTypes.of(resultType()));
        }
        return result;
    }

    private void pushSaved(int slot, Object type) {
        boolean isReference = type instanceof String;
        int at = (isReference ? point.references() : point.longs()).indexOf(slot);
        String frame = Names.frameName(point.references().size(), point.longs().size());
        mv.visitVarInsn(Opcodes.ALOAD, FRAME);
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
            VerificationTypes.cast(mv, type);
        } else {
            VerificationTypes.fromLong(mv, type);
        }
    }

    /** Enters the k-th monitor again and takes it back; an error on the way leaves all that were entered. */
    private void emitReenter(int k) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label on = new Label();
        Label enterStart = new Label();
        int lock = point.held().get(k) + SHIFT;
        mv.visitLabel(enterStart);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitLabel(start);
        mv.visitVarInsn(Opcodes.ALOAD, lock);
        mv.visitVarInsn(Opcodes.ALOAD, CONTEXT);
        String desc = "(" + Names.OBJECT_D + Names.CONTEXT_D + ")V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "attach", desc, false);
        mv.visitLabel(end);
        mv.visitJumpInsn(Opcodes.GOTO, on);
        mv.visitLabel(handler);
        List<Object> locals = shifted(point.locals());
        List<Object> stack = operandsAndResult();
        visitFrame(locals, List.of("java/lang/Throwable"));
        for (int j = k; j >= 0; j--) {
            mv.visitVarInsn(Opcodes.ALOAD, point.held().get(j) + SHIFT);
            mv.visitInsn(Opcodes.MONITOREXIT);
        }
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(on);
        visitFrame(locals, stack);
        mv.visitTryCatchBlock(start, end, handler, null);
        if (k > 0) {
            Label outer = new Label();
            Label skip = new Label();
            mv.visitJumpInsn(Opcodes.GOTO, skip);
            mv.visitLabel(outer);
            visitFrame(locals, List.of("java/lang/Throwable"));
            for (int j = k - 1; j >= 0; j--) {
                mv.visitVarInsn(Opcodes.ALOAD, point.held().get(j) + SHIFT);
                mv.visitInsn(Opcodes.MONITOREXIT);
            }
            mv.visitInsn(Opcodes.ATHROW);
            mv.visitLabel(skip);
            visitFrame(locals, stack);
            mv.visitTryCatchBlock(enterStart, start, outer, null);
        }
        mv.visitInsn(Opcodes.NOP);
    }

    /** Resumers are not verified, so frames are needed by tests only, which do verify them. */
    private void visitFrame(List<Object> locals, List<Object> stack) {
        if (withFrames) {
            mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
        }
    }

    private List<Object> shifted(List<Object> locals) {
        List<Object> result = new ArrayList<>();
        result.add(Names.RESUMER);
        result.add(Names.FRAME);
        result.add(Names.CONTEXT);
        for (Object type : locals) {
            result.add(type instanceof LabelNode ? Opcodes.TOP : type);
        }
        return result;
    }

    // ------------------------------------------------------------------------------------------- copying

    private void emitPending() {
        while (emitted < copies.size()) {
            Copy copy = copies.get(emitted++);
            emitCopy(copy, segments.start(copy.segment));
        }
    }

    /** The copy of a segment that is entered from another one. */
    private Copy to(Copy from, int segment) {
        int level = from.level;
        int loop = loops.lastIndexOf(segment);
        if (loop >= level) {
            level = loop + 1;
        }
        // what no path reaches holds none
        int held = Math.max(0, Math.min(from.held, code.depth.before(segments.start(segment))));
        return copy(segment, level, held);
    }

    private Copy copy(int segment, int level, int held) {
        int at = (segment * (loops.size() + 1) + level) * (heldToTell() + 1) + held;
        if (known[at] == null) {
            known[at] = new Copy(segment, level, held, false);
            copies.add(known[at]);
        }
        return known[at];
    }

    private Label target(Copy from, LabelNode node) {
        return to(from, segments.of(index(node))).start;
    }

    private void emitCopy(Copy copy, int from) {
        mv.visitLabel(copy.start);
        emitLine(from, copy.start);
        int end = segments.end(copy.segment);
        int enteredAt = isCompact ? index(point.check()) + 1 : -1;
        for (int i = from; i < end; i++) {
            if (i == enteredAt) {
                emitEntry(i);
            }
            emitInsn(copy, i);
        }
        boolean fallsOut = end < flow.size() && fallsThrough(end - 1);
        if (fallsOut && !isCompact) {
            mv.visitJumpInsn(Opcodes.GOTO, to(copy, copy.segment + 1).start);
        } else if (!code.hasCode(from, end)) {
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
            visitFrame(shifted(point.locals()), operandsAndResult());
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
        if (insn instanceof LabelNode) {
            mv.visitLabel(copy.of((LabelNode) insn));
        } else if (insn instanceof LineNumberNode) {
            mv.visitLineNumber(((LineNumberNode) insn).line, copy.of(((LineNumberNode) insn).start));
        } else if (insn instanceof FrameNode) {
            emitFrame(copy, (FrameNode) insn);
        } else if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
            emitReturn(copy, i);
        } else if ((op == Opcodes.PUTFIELD || op == Opcodes.PUTSTATIC) && isFinal((FieldInsnNode) insn)) {
            emitPutFinal((FieldInsnNode) insn);
        } else if (insn instanceof VarInsnNode) {
            mv.visitVarInsn(op, ((VarInsnNode) insn).var + SHIFT);
        } else if (insn instanceof IincInsnNode) {
            mv.visitIincInsn(((IincInsnNode) insn).var + SHIFT, ((IincInsnNode) insn).incr);
        } else if (insn instanceof JumpInsnNode
                || insn instanceof TableSwitchInsnNode
                || insn instanceof LookupSwitchInsnNode) {
            insn.clone(targets(copy)).accept(mv);
        } else {
            insn.accept(mv);
        }
    }

    private void emitReturn(Copy copy, int i) {
        Return made = new Return(i, new Label(), new Label());
        copy.returns.add(made);
        mv.visitLabel(made.start);
        if (twin.name.equals("<init>") && hasFinalFields()) {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FINAL_FIELDS, "freeze", "()V", false);
        }
        Registers.narrow(mv, Type.getReturnType(twin.desc));
        Registers.popResult(mv, CONTEXT, Type.getReturnType(twin.desc));
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(made.end);
    }

    private Map<LabelNode, LabelNode> targets(Copy copy) {
        return new java.util.AbstractMap<>() {
            @Override
            public LabelNode get(Object node) {
                return new LabelNode(target(copy, (LabelNode) node));
            }

            @Override
            public java.util.Set<Entry<LabelNode, LabelNode>> entrySet() {
                throw new UnsupportedOperationException("look-up only");
            }
        };
    }

    private void emitFrame(Copy copy, FrameNode frame) {
        if (!withFrames) {
            return;
        }
        List<Object> locals = new ArrayList<>();
        locals.add(Names.RESUMER);
        locals.add(Names.FRAME);
        locals.add(Names.CONTEXT);
        for (Object type : frame.local) {
            locals.add(type instanceof LabelNode ? copy.of((LabelNode) type) : type);
        }
        List<Object> stack = new ArrayList<>();
        for (Object type : frame.stack) {
            stack.add(type instanceof LabelNode ? copy.of((LabelNode) type) : type);
        }
        visitFrame(locals, stack);
    }

    // ------------------------------------------------------------------------------------------- final fields

    private boolean hasFinalFields() {
        for (FieldNode field : host.fields) {
            if ((field.access & (Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)) == Opcodes.ACC_FINAL) {
                return true;
            }
        }
        return false;
    }

    private boolean isFinal(FieldInsnNode insn) {
        if (!insn.owner.equals(host.name)) {
            return false;
        }
        for (FieldNode field : host.fields) {
            if (field.name.equals(insn.name) && field.desc.equals(insn.desc)) {
                return (field.access & Opcodes.ACC_FINAL) != 0;
            }
        }
        return false;
    }

    /** Obfuscators give one name to several fields, of different types (JVMS 4.5). */
    private boolean isOnlyOneOfItsName(String name) {
        int found = 0;
        for (FieldNode field : host.fields) {
            found += field.name.equals(name) ? 1 : 0;
        }
        return found == 1;
    }

    /**
     * The rest of a constructor: only the constructor itself may write final fields (JVMS 6.5 putfield); of class files
     * before version 53 any method of the class, static ones too. These are written to the class.
     */
    private void emitPutFinal(FieldInsnNode insn) {
        Type type = Type.getType(insn.desc);
        Registers.narrow(mv, type);
        if (insn.getOpcode() == Opcodes.PUTSTATIC) {
            mv.visitLdcInsn(Type.getObjectType(host.name));
            mv.visitInsn(type.getSize() == 1 ? Opcodes.SWAP : Opcodes.DUP_X2);
            if (type.getSize() == 2) {
                mv.visitInsn(Opcodes.POP);
            }
        }
        mv.visitLdcInsn(Type.getObjectType(host.name));
        mv.visitLdcInsn(isOnlyOneOfItsName(insn.name) ? insn.name : insn.name + ":" + insn.desc);
        String value = type.getSort() >= Type.ARRAY ? Names.OBJECT_D : insn.desc;
        String desc = "(" + Names.OBJECT_D + value + "Ljava/lang/Class;Ljava/lang/String;)V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.FINAL_FIELDS, "putFinal", desc, false);
    }

    // ------------------------------------------------------------------------------------------- exceptions

    private record Range(Label start, Label end, Label handler, String type) {}

    private final List<Range> ranges = new ArrayList<>();

    private void addHandlers(Label start, Label end, int callIndex, Copy copy) {
        for (TryCatchBlockNode block : twin.tryCatchBlocks) {
            if (flow.index(block.start) <= callIndex && callIndex < flow.index(block.end)) {
                ranges.add(new Range(start, end, target(copy, block.handler), block.type));
            }
        }
    }

    private void emitExceptionTable() {
        // copies may be added while handlers are named
        for (int k = 0; k < copies.size(); k++) {
            nameHandlers(copies.get(k));
            emitPending();
        }
        for (Range range : ranges) {
            mv.visitTryCatchBlock(range.start, range.end, range.handler, range.type);
        }
    }

    private void nameHandlers(Copy copy) {
        int from = from(copy);
        int to = segments.end(copy.segment);
        for (TwinCode.Block block : code.blocks(copy.segment)) {
            int start = Math.max(from, block.start());
            int end = Math.min(to, block.end());
            if (!code.hasCode(start, end)) {
                continue;
            }
            Label startLabel = start == from ? copy.start : copy.of(block.startLabel());
            Label handler = target(copy, block.handler());
            for (Return each : copy.returns) {
                if (start <= each.index && each.index < end) {
                    if (code.hasCode(start, each.index)) {
                        ranges.add(new Range(startLabel, each.start, handler, block.type()));
                    }
                    start = each.index + 1;
                    startLabel = each.end;
                }
            }
            if (code.hasCode(start, end)) {
                Label endLabel = end == to ? copy.end : copy.of(block.endLabel());
                ranges.add(new Range(startLabel, endLabel, handler, block.type()));
            }
        }
    }

    /** Index of the first instruction that is copied. */
    private int from(Copy copy) {
        return copy.isRest ? index(point.check()) + 1 : segments.start(copy.segment);
    }

    /** Names of locals, which the VM tells in messages of NullPointerExceptions (JEP 358). */
    private void emitLocalVariables() {
        if (twin.localVariables == null || twin.localVariables.isEmpty()) {
            emitSlotNames(copies.get(0).start, copies.get(copies.size() - 1).end);
            return;
        }
        int room = MAX_VARIABLES - 2;
        for (LocalVariableNode variable : twin.localVariables) {
            int first = flow.index(variable.start);
            int last = flow.index(variable.end);
            Label startLabel = null;
            Label endLabel = null;
            // copies follow each other: a variable of several in a row takes one entry of the table
            for (Copy copy : copies) {
                int from = from(copy);
                int to = segments.end(copy.segment);
                int start = Math.max(from, first);
                int end = Math.min(to, last);
                boolean hasCode = code.hasCode(start, end);
                if (startLabel != null && (!hasCode || start != from)) {
                    room -= nameLocal(variable, startLabel, endLabel, room);
                    startLabel = null;
                }
                if (hasCode) {
                    startLabel = startLabel != null ? startLabel : start == from ? copy.start : copy.of(variable.start);
                    endLabel = end == to ? copy.end : copy.of(variable.end);
                }
                if (startLabel != null && end != to) {
                    room -= nameLocal(variable, startLabel, endLabel, room);
                    startLabel = null;
                }
            }
            if (startLabel != null) {
                room -= nameLocal(variable, startLabel, endLabel, room);
            }
        }
    }

    /** One entry, if there is room for it. */
    private int nameLocal(LocalVariableNode variable, Label start, Label end, int room) {
        if (room == 0) {
            return 0;
        }
        mv.visitLocalVariable(variable.name, variable.desc, null, start, end, variable.index + SHIFT);
        return 1;
    }

    /**
     * Where the author's names are not known, the VM names locals by slot: those of the original, not of this method.
     */
    private void emitSlotNames(Label start, Label end) {
        boolean isStatic = (twin.access & Opcodes.ACC_STATIC) != 0;
        int slot = 0;
        if (!isStatic) {
            mv.visitLocalVariable("this", Names.OBJECT_D, null, start, end, slot++ + SHIFT);
        }
        Type[] parameters = Type.getArgumentTypes(twin.desc);
        for (int k = 0; k + 1 < parameters.length; k++) {
            mv.visitLocalVariable("<parameter" + (k + 1) + ">", Names.OBJECT_D, null, start, end, slot + SHIFT);
            slot += parameters[k].getSize();
        }
        for (; slot + SHIFT < contSlot; slot++) {
            mv.visitLocalVariable("<local" + slot + ">", Names.OBJECT_D, null, start, end, slot + SHIFT);
        }
    }
}

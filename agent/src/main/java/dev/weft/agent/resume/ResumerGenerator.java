package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import java.util.List;
import java.util.function.Predicate;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

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
 * <p>Locals and operands are cast to their static types when they are restored, since the compilers believe only what
 * they are told so. That loads classes that the method may only hand on, and that its loader does not know (modules and
 * bundles have such). Where a cast fails for that, {@link #generateUncast} makes a resumer that casts nothing. So does
 * {@link #generate} where no class is known to cast to ({@link Names#MERGED}).
 *
 * <p>The VM does not check what a resumer uses (JVMS 5.4.4); {@link AccessGates} stand in front of what its host may
 * not be allowed to.
 *
 * <p>The parts: {@link PointReader} finds what the twin saves; {@link FrameRestorer} restores it; {@link Copies} knows
 * which copies there are and {@link CopyEmitter} emits them; {@link ExceptionTable} and {@link VariableTable} are the
 * tables behind the code.
 */
public final class ResumerGenerator {
    private final ResumerDraft draft;
    private final CopyEmitter copies;
    private final ExceptionTable handlers;
    private final MethodVisitor mv;

    private ResumerGenerator(ResumerDraft draft) {
        this.draft = draft;
        mv = draft.mv;
        copies = new CopyEmitter(draft);
        handlers = new ExceptionTable(draft);
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

    /** The same as {@link #generate(byte[], int, boolean)} of a parsed class, which may use all that it names. */
    public static byte[] generate(HostClass host, int number, boolean withFrames) {
        return generate(host, number, withFrames, use -> true);
    }

    /**
     * The same of a class that may be refused what it names.
     *
     * @param isSure whether the host may make a use of a member for certain; where it is not, the resumer asks when it
     *     comes to it
     */
    public static byte[] generate(HostClass host, int number, boolean withFrames, Predicate<MemberUse> isSure) {
        return generate(
                host, number, new ResumerForm(withFrames, !host.point(number).isMerged(), false), isSure);
    }

    /**
     * A resumer that loads no class to restore what was saved. The compilers would take its references for plain
     * objects, and mix up their fields. They refuse it, since it seems to end with a monitor held; the interpreter does
     * not ask.
     */
    public static byte[] generateUncast(HostClass host, int number, boolean withFrames, Predicate<MemberUse> isSure) {
        return generate(host, number, new ResumerForm(withFrames, false, false), isSure);
    }

    /** The same for a debugger, without frames: it shows the author's {@code this}. */
    public static byte[] generateDebugged(HostClass host, int number, boolean withCasts, Predicate<MemberUse> isSure) {
        boolean casts = withCasts && !host.point(number).isMerged();
        return generate(host, number, new ResumerForm(false, casts, true), isSure);
    }

    /** Where a point of a parsed class is in the source, with the names that its author gave. */
    public static StackTraceElement place(HostClass host, int number) {
        SavePoint point = host.point(number);
        String plain = Names.authorsName(point.twin().name);
        return new StackTraceElement(host.node.name.replace('/', '.'), plain, host.node.sourceFile, point.line());
    }

    /** Descriptor of the method, as its author wrote it. */
    public static String descriptor(HostClass host, int number) {
        return Names.plainDesc(host.point(number).twin().desc);
    }

    /** Which of the references that the point's frame holds are monitors that it has entered, outermost first. */
    public static int[] monitors(HostClass host, int number) {
        SavePoint point = host.point(number);
        int[] indices = new int[point.held().size()];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = point.references().indexOf(point.held().get(i));
        }
        return indices;
    }

    private static byte[] generate(HostClass host, int number, ResumerForm first, Predicate<MemberUse> isSure) {
        for (ResumerForm form = first; ; ) {
            try {
                return generateOnce(host, number, form, isSure);
            } catch (MethodTooLargeException e) {
                form = form.smaller();
                if (form == null) {
                    throw e;
                }
            }
        }
    }

    private static byte[] generateOnce(HostClass host, int number, ResumerForm form, Predicate<MemberUse> isSure) {
        SavePoint point = host.point(number);
        MethodNode twin = point.twin();
        String method = Names.authorsName(twin.name);
        String name = form.withCasts
                ? Names.resumerName(host.node.name, number, method)
                : Names.uncastResumerName(host.node.name, number, method);
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(Math.max(Opcodes.V1_8, host.node.version & 0xFFFF), access, name, null, Names.RESUMER, null);
        writer.visitSource(host.node.sourceFile, null);
        String desc = "(" + Names.FRAME_D + Names.CONTEXT_D + ")V";
        MethodVisitor mv = writer.visitMethod(Opcodes.ACC_PUBLIC, "resume", desc, null, null);
        mv.visitCode();
        AccessGates gates = new AccessGates(host.node, name, isSure, form.withFrames);
        ResumerDraft draft = new ResumerDraft(host, point, mv, form, gates);
        new ResumerGenerator(draft).emit();
        mv.visitMaxs(twin.maxStack + 6, draft.maxLocals());
        mv.visitEnd();
        gates.emit(writer);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /**
     * A path, never taken, on which a monitor is entered and not left (JVMS 2.11.10, structured locking). HotSpot's C1
     * and C2 do not compile such a method, nor inline it, whatever its size and their options.
     */
    private void keepInterpreted() {
        Label start = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        mv.visitJumpInsn(Opcodes.IFNONNULL, start);
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.FRAME);
        mv.visitInsn(Opcodes.MONITORENTER);
        mv.visitInsn(Opcodes.RETURN);
        mv.visitLabel(start);
        draft.visitFrame(ResumerDraft.ownLocals(), List.of());
        mv.visitInsn(Opcodes.NOP);
    }

    private void emit() {
        Label start = new Label();
        mv.visitLabel(start);
        emitLine(start);
        if (!draft.withCasts) {
            keepInterpreted();
        }
        new FrameRestorer(draft).emit();
        Label checkStart = new Label();
        Label checkEnd = new Label();
        mv.visitLabel(checkStart);
        mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.CONTEXT);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, "rethrow", "(" + Names.CONTEXT_D + ")V", false);
        mv.visitLabel(checkEnd);
        Label restored = new Label();
        mv.visitLabel(restored);
        // it is not to keep what the method may drop from now on
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, ResumerDraft.FRAME);
        if (draft.isDebugged) {
            emitThis();
        }
        if (draft.isCompact) {
            emitWhole(checkStart, checkEnd);
        } else {
            emitRest(checkStart, checkEnd);
        }
        copies.emitPending();
        handlers.emit(copies);
        new VariableTable(draft).emit(start, restored);
    }

    /** A trace may meet the frame while it is restored; a debugger would stop there. */
    private void emitLine(Label start) {
        int line = draft.point.line();
        if (line >= 0 && !draft.isDebugged) {
            mv.visitLineNumber(line, start);
        }
    }

    /** Debuggers take what an instance method's first local has for {@code this}. */
    private void emitThis() {
        if ((draft.twin.access & Opcodes.ACC_STATIC) != 0) {
            mv.visitInsn(Opcodes.ACONST_NULL);
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, ResumerDraft.SHIFT);
        }
        mv.visitVarInsn(Opcodes.ASTORE, 0);
    }

    private void emitRest(Label checkStart, Label checkEnd) {
        int segment = draft.code.segments.of(draft.check);
        Copy rest = draft.copies.rest(segment, draft.point.held().size(), draft.check + 1);
        handlers.addHandlers(checkStart, checkEnd, draft.index(draft.point.call()), rest);
        copies.emitFirst(rest);
    }

    /** One copy of each segment; the twin's size is what this can be at most. */
    private void emitWhole(Label checkStart, Label checkEnd) {
        // in the order of the twin, so that control falls through from each to the next
        for (int each = 0; each < draft.code.segments.count(); each++) {
            draft.copies.get(each, 0, 0);
        }
        Copy whole = draft.copies.get(draft.code.segments.of(draft.check), 0, 0);
        handlers.addHandlers(checkStart, checkEnd, draft.index(draft.point.call()), whole);
        copies.emitGotoEntry(whole);
    }
}

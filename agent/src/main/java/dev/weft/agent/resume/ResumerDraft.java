package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import dev.weft.agent.layout.VerificationTypes;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** A resumer in the making: what the classes that emit its parts have in common. */
final class ResumerDraft {
    /** Locals of the twin are shifted by so many: the resumer, the frame and the context stand in front. */
    static final int SHIFT = 3;

    static final int FRAME = 1;
    static final int CONTEXT = 2;

    final ClassNode host;
    final SavePoint point;
    final MethodNode twin;
    final TwinCode code;

    /** Index of the instruction behind which the method goes on. */
    final int check;

    /** Whether each segment is copied but once. */
    final boolean isCompact;

    /** Whether references are cast to their static types when they are restored, as HotSpot's compilers need it. */
    final boolean withCasts;

    /** Whether a debugger looks at it. */
    final boolean isDebugged;

    final Copies copies;
    final AccessGates gates;
    final MethodVisitor mv;

    /** The operands that are null whenever the point is reached. */
    final List<NullOperand> nulls = new ArrayList<>();

    /** Resumers are not verified, so frames are needed by tests only, which do verify them. */
    final boolean withFrames;

    ResumerDraft(HostClass host, SavePoint point, MethodVisitor mv, ResumerForm form, AccessGates gates) {
        this.host = host.node;
        this.gates = gates;
        this.point = point;
        this.mv = mv;
        withFrames = form.withFrames;
        isCompact = form.isCompact;
        withCasts = form.withCasts;
        isDebugged = form.isDebugged;
        twin = point.twin();
        code = host.code(twin);
        check = index(point.check());
        copies = new Copies(code, check, point.held().size(), isCompact);
    }

    int index(AbstractInsnNode insn) {
        return twin.instructions.indexOf(insn);
    }

    /** Where the context of the twin is. */
    int contextSlot() {
        return point.layout().context() + SHIFT;
    }

    /** The local that operands pass which are always null, behind all others. */
    int nullSlot() {
        return twin.maxLocals + SHIFT + 1;
    }

    /** How many locals it has. */
    int maxLocals() {
        return nullSlot() + (nulls.isEmpty() ? 0 : 1);
    }

    /** The index of an operand, and where the local of it has a name. */
    static final class NullOperand {
        final int operand;
        final Label start;
        final Label end;

        NullOperand(int operand, Label start, Label end) {
            this.operand = operand;
            this.start = start;
            this.end = end;
        }
    }

    /** A stack map frame, if there are to be any. */
    void visitFrame(List<Object> locals, List<Object> stack) {
        if (withFrames) {
            mv.visitFrame(Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray());
        }
    }

    /** The frame where everything is restored. */
    void visitFrameOfPoint() {
        visitFrame(localsOfPoint(), operandsAndResult());
    }

    /** The frame of a handler in code that restores. */
    void visitFrameOfHandler() {
        visitFrame(localsOfPoint(), List.of("java/lang/Throwable"));
    }

    private List<Object> localsOfPoint() {
        List<Object> result = ownLocals();
        for (Object type : point.locals()) {
            result.add(type instanceof LabelNode ? Opcodes.TOP : type);
        }
        return result;
    }

    /** Verification types of the locals in front of the twin's. */
    static List<Object> ownLocals() {
        List<Object> result = new ArrayList<>();
        result.add(Names.RESUMER);
        result.add(Names.FRAME);
        result.add(Names.CONTEXT);
        return result;
    }

    private List<Object> operandsAndResult() {
        List<Object> result = new ArrayList<>(point.operands());
        if (!point.result().equals(Type.VOID_TYPE)) {
            result.add(VerificationTypes.of(point.result()));
        }
        return result;
    }
}

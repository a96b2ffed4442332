package dev.weft.agent.resume;

import dev.weft.agent.abi.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;

/**
 * Gates in front of instructions whose use of a member is unsure: a call of a method of the resumer's own, which asks
 * {@link java.weft.reflect.AccessGate#check} until the answer has once been that the host may. Each gate has a method
 * and a field, so that a use takes three bytes, and nothing once it is compiled.
 */
final class AccessGates {
    /** Names that stack traces leave out. */
    private static final String GATE = Names.ADDED + "access";

    private static final String FIELD_D = "Z";

    private final ClassNode host;
    private final String resumer;
    private final Predicate<MemberUse> isSure;
    private final boolean withFrames;
    private final Map<MemberUse, Integer> gates = new LinkedHashMap<>();
    private final Map<MemberUse, Boolean> known = new LinkedHashMap<>();

    /**
     * Of one resumer.
     *
     * @param isSure whether the host may make a use of a member for certain
     * @param withFrames whether the resumer has stack map frames: where a jump is too long, ASM takes those of one
     *     method for a promise that all have them
     */
    AccessGates(ClassNode host, String resumer, Predicate<MemberUse> isSure, boolean withFrames) {
        this.host = host;
        this.resumer = resumer;
        this.isSure = isSure;
        this.withFrames = withFrames;
    }

    /** Emits what the instruction needs in front of it, if anything. */
    void emitBefore(MethodVisitor mv, AbstractInsnNode insn) {
        MemberUse use = insn.getOpcode() < 0 ? null : MemberUse.of(insn, host);
        if (use != null && !known.computeIfAbsent(use, isSure::test)) {
            int gate = gates.computeIfAbsent(use, key -> gates.size());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, resumer, GATE + gate, "()V", false);
        }
    }

    /** Emits the methods and fields of all gates. */
    void emit(ClassVisitor writer) {
        gates.forEach((use, gate) -> {
            writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, GATE + gate, FIELD_D, null, null)
                    .visitEnd();
            MethodVisitor mv =
                    writer.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, GATE + gate, "()V", null, null);
            mv.visitCode();
            emit(mv, use, GATE + gate);
            mv.visitMaxs(5, 0);
            mv.visitEnd();
        });
    }

    private void emit(MethodVisitor mv, MemberUse use, String field) {
        Label end = new Label();
        mv.visitFieldInsn(Opcodes.GETSTATIC, resumer, field, FIELD_D);
        mv.visitJumpInsn(Opcodes.IFNE, end);
        mv.visitLdcInsn(Type.getObjectType(resumer));
        mv.visitIntInsn(Opcodes.BIPUSH, use.kind());
        mv.visitLdcInsn(use.owner());
        mv.visitLdcInsn(use.name());
        mv.visitLdcInsn(use.desc());
        String desc = "(Ljava/lang/Class;ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;)V";
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.ACCESS_GATE, "check", desc, false);
        mv.visitInsn(Opcodes.ICONST_1);
        mv.visitFieldInsn(Opcodes.PUTSTATIC, resumer, field, FIELD_D);
        mv.visitLabel(end);
        if (withFrames) {
            mv.visitFrame(Opcodes.F_NEW, 0, new Object[0], 0, new Object[0]);
        }
        mv.visitInsn(Opcodes.RETURN);
    }
}

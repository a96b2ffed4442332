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
 * and a field, so that a use takes three bytes, and nothing once it is compiled. That of a cast is given the object,
 * and takes four: the VM does not look for the class that null is cast to.
 */
final class AccessGates {
    /** Names that stack traces leave out. */
    private static final String GATE = Names.ADDED + "access";

    private static final String FIELD_D = "Z";

    private final ClassNode host;
    private final String resumer;
    private final Predicate<MemberUse> isSure;
    private final boolean withFrames;
    private final Map<Gate, Integer> gates = new LinkedHashMap<>();
    private final Map<MemberUse, Boolean> known = new LinkedHashMap<>();

    private record Gate(MemberUse use, boolean isOfObject) {
        String desc() {
            return isOfObject ? "(" + Names.OBJECT_D + ")V" : "()V";
        }

        /** By code of its own, as {@link MemberUse}. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Gate && isOfObject == ((Gate) other).isOfObject && use.equals(((Gate) other).use);
        }

        @Override
        public int hashCode() {
            return use.hashCode() + (isOfObject ? 1 : 0);
        }
    }

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
            Gate gate = new Gate(use, MemberUse.isOfObject(insn));
            int number = gates.computeIfAbsent(gate, key -> gates.size());
            if (gate.isOfObject) {
                mv.visitInsn(Opcodes.DUP);
            }
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, resumer, GATE + number, gate.desc(), false);
        }
    }

    /** Emits the methods and fields of all gates. */
    void emit(ClassVisitor writer) {
        gates.forEach((gate, number) -> {
            String name = GATE + number;
            int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;
            writer.visitField(access, name, FIELD_D, null, null).visitEnd();
            MethodVisitor mv = writer.visitMethod(access, name, gate.desc(), null, null);
            mv.visitCode();
            emit(mv, gate, name);
            mv.visitMaxs(5, gate.isOfObject ? 1 : 0);
            mv.visitEnd();
        });
    }

    private void emit(MethodVisitor mv, Gate gate, String field) {
        MemberUse use = gate.use;
        Label end = new Label();
        if (gate.isOfObject) {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            mv.visitJumpInsn(Opcodes.IFNULL, end);
        }
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
            Object[] locals = gate.isOfObject ? new Object[] {"java/lang/Object"} : new Object[0];
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]);
        }
        mv.visitInsn(Opcodes.RETURN);
    }
}

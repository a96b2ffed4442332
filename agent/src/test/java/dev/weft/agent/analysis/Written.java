package dev.weft.agent.analysis;

import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Methods written instruction by instruction, for the tests of analyses. */
public final class Written {
    /** The class of the methods. */
    public static final String OWNER = "Owner";

    private Written() {}

    /** A static method without code. */
    public static MethodNode method(String desc) {
        MethodNode method = new MethodNode(Opcodes.ASM9, Opcodes.ACC_STATIC, "method", desc, null, null);
        method.visitCode();
        method.visitMaxs(8, 8);
        return method;
    }

    /** Index of the next instruction. */
    public static int next(MethodNode method) {
        return method.instructions.size();
    }

    /** A call that may throw. */
    public static void call(MethodNode method) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, OWNER, "other", "()V", false);
    }

    /** A frame with these locals and operands. */
    public static void frame(MethodNode method, Object[] locals, Object... stack) {
        method.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
    }

    /** Enters or leaves the monitor of the object in the local; returns the index of that instruction. */
    public static int monitor(MethodNode method, int opcode, int local) {
        method.visitVarInsn(Opcodes.ALOAD, local);
        method.visitInsn(opcode);
        return next(method) - 1;
    }

    /** {@code for (;;) { if (local == 0) break; other(); local--; }}; returns the label behind it, not placed yet. */
    public static Label loop(MethodNode method, int local) {
        Label head = new Label();
        Label end = new Label();
        method.visitLabel(head);
        method.visitVarInsn(Opcodes.ILOAD, local);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        call(method);
        method.visitIincInsn(local, -1);
        method.visitJumpInsn(Opcodes.GOTO, head);
        return end;
    }
}

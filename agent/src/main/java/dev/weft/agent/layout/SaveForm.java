package dev.weft.agent.layout;

import dev.weft.agent.abi.Names;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * The code by which a twin saves its frame: each part as it is written, and beside it how it is known again. In this
 * order:
 *
 * <pre>
 *           o.m$weft(a, context);
 *           if (context.unwinding != 0) goto save;                        // the test
 *   save:   WovenCode.leave(result, context);                             // a stack map frame has all types
 *           temp(n-1) = ..;  ..  temp(0) = ..;                            // the operands
 *           if (!WovenCode.canDetach(lock(k), context)) goto pinned;      // each monitor held
 *           WovenCode.detach(lock(k), context);  monitorexit(lock(k));    // each, innermost first
 *           Save.s2_1(ref, ref, prim, context, Host.class, number);       // see SavedValues
 * </pre>
 *
 * <p>Where the twin would be longer than what the VM compiles, points that save the same share the last line:
 *
 * <pre>
 *           temp(last) = number;  goto shared;
 *   shared: Save.s2_1(ref, ref, prim, context, Host.class, temp(last));
 * </pre>
 *
 * <p>Nothing but the test leads to the first line of a save block. A resumer needs nothing besides the woven class,
 * since all of this can be read back from it.
 */
public final class SaveForm {
    private static final String UNWINDING = "unwinding";
    private static final String LEAVE = "leave";
    private static final String DETACH = "detach";
    private static final String OF_MONITOR = "(" + Names.OBJECT_D + Names.CONTEXT_D + ")";

    /** Large numbers are pushed in two parts: that many bits of the lower one, and instructions in all. */
    private static final int PART_BITS = 15;

    private static final int PARTS = 5;

    private SaveForm() {}

    /** {@code context.unwinding}, which is to be compared with zero. */
    public static void emitTest(MethodVisitor mv, MethodLayout layout) {
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, UNWINDING, "I");
    }

    /** True for the second instruction of the test; the call lies before the first. */
    public static boolean isTest(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.GETFIELD
                && ((FieldInsnNode) insn).owner.equals(Names.CONTEXT)
                && ((FieldInsnNode) insn).name.equals(UNWINDING);
    }

    /** Hands over the result, which is on the stack unless it is void. */
    public static void emitLeave(MethodVisitor mv, MethodLayout layout, Type result) {
        String desc = "(" + (result.equals(Type.VOID_TYPE) ? "" : Registers.desc(result)) + Names.CONTEXT_D + ")V";
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, LEAVE, desc, false);
    }

    /** True for the call that begins a save block. */
    public static boolean isLeave(AbstractInsnNode insn) {
        return isCall(insn, Names.WOVEN, LEAVE);
    }

    /** Moves the operands, by their types, to the temporaries; what can hold no value is not on the stack. */
    public static void emitStores(MethodVisitor mv, MethodLayout layout, List<Object> operands) {
        for (int k = operands.size() - 1; k >= 0; k--) {
            if (operands.get(k) != Opcodes.TOP) {
                mv.visitVarInsn(VerificationTypes.store(operands.get(k)), layout.temp(k));
            }
        }
    }

    /** Moves them back. */
    public static void emitLoads(MethodVisitor mv, MethodLayout layout, List<Object> operands) {
        for (int k = 0; k < operands.size(); k++) {
            if (operands.get(k) != Opcodes.TOP) {
                mv.visitVarInsn(VerificationTypes.load(operands.get(k)), layout.temp(k));
            }
        }
    }

    /** Whether the k-th monitor can be left: a boolean on the stack. */
    public static void emitCanDetach(MethodVisitor mv, MethodLayout layout, int k) {
        emitOfMonitor(mv, layout, k, "canDetach", "Z");
    }

    /** Notes the k-th monitor as the fiber's; what follows leaves it. */
    public static void emitDetach(MethodVisitor mv, MethodLayout layout, int k) {
        emitOfMonitor(mv, layout, k, DETACH, "V");
    }

    private static void emitOfMonitor(MethodVisitor mv, MethodLayout layout, int k, String name, String result) {
        mv.visitVarInsn(Opcodes.ALOAD, layout.lock(k));
        mv.visitVarInsn(Opcodes.ALOAD, layout.context());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, Names.WOVEN, name, OF_MONITOR + result, false);
    }

    /** True for the call that notes a monitor, whose slot and the context's were loaded before. */
    public static boolean isDetach(AbstractInsnNode insn) {
        return isCall(insn, Names.WOVEN, DETACH);
    }

    /** True for the call that makes the frame, by which a save block ends. */
    public static boolean isSave(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode && ((MethodInsnNode) insn).owner.equals(Names.SAVE);
    }

    /** {@code slot = number; goto shared}. */
    public static void emitGotoShared(MethodVisitor mv, int number, int slot, Label shared) {
        emitNumber(mv, number);
        mv.visitVarInsn(Opcodes.ISTORE, slot);
        mv.visitJumpInsn(Opcodes.GOTO, shared);
    }

    /** True for that jump: no other in a save block, as those that are too far for 16 bits, stands behind a store. */
    public static boolean isGotoShared(AbstractInsnNode insn) {
        return insn.getOpcode() == Opcodes.GOTO && insn.getPrevious().getOpcode() == Opcodes.ISTORE;
    }

    /**
     * Pushes the number of a point. Those of a class that was redefined often are large, and make no constants: HotSpot
     * drops none of those that earlier versions had, and there is room for 65,535.
     */
    static void emitNumber(MethodVisitor mv, int number) {
        if (number <= Short.MAX_VALUE) {
            Registers.pushInt(mv, number);
        } else {
            Registers.pushInt(mv, number >> PART_BITS);
            mv.visitIntInsn(Opcodes.BIPUSH, PART_BITS);
            mv.visitInsn(Opcodes.ISHL);
            Registers.pushInt(mv, number & Short.MAX_VALUE);
            mv.visitInsn(Opcodes.IOR);
        }
    }

    /** The first instruction of those that push the number of a point, of which that is the last one. */
    public static AbstractInsnNode firstOfNumber(AbstractInsnNode last) {
        AbstractInsnNode first = last;
        for (int i = 1; last.getOpcode() == Opcodes.IOR && i < PARTS; i++) {
            first = first.getPrevious();
        }
        return first;
    }

    /** The number of the point, which the instructions push that begin there. */
    public static int number(AbstractInsnNode first) {
        AbstractInsnNode shift = first.getNext().getNext();
        return shift == null || shift.getOpcode() != Opcodes.ISHL
                ? constant(first)
                : constant(first) << PART_BITS | constant(shift.getNext());
    }

    private static int constant(AbstractInsnNode push) {
        return push instanceof IntInsnNode ? ((IntInsnNode) push).operand : push.getOpcode() - Opcodes.ICONST_0;
    }

    private static boolean isCall(AbstractInsnNode insn, String owner, String name) {
        return insn instanceof MethodInsnNode
                && ((MethodInsnNode) insn).owner.equals(owner)
                && ((MethodInsnNode) insn).name.equals(name);
    }
}

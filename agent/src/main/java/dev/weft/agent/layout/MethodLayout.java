package dev.weft.agent.layout;

import dev.weft.agent.abi.Names;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where a twin keeps what its original has not. Its locals:
 *
 * <pre>
 *   0 ..           those of the original, under their numbers
 *   context        the carrier context
 *   lock(0) ..     the monitors that it holds, outermost first; null where none is held
 *   temp(0) ..     operands, where they must leave the stack for some instructions
 * </pre>
 *
 * <p>The generator of twins makes a layout from the original and writes the prologue, which sets the locals up. From
 * the prologue, the generator of resumers reads it back.
 */
public final class MethodLayout {
    private final int context;
    private final int monitors;
    private final int temps;

    private MethodLayout(int context, int monitors, int temps) {
        this.context = context;
        this.monitors = monitors;
        this.temps = temps;
    }

    /**
     * The layout of a method's twin.
     *
     * @param deepest the most monitors that its blocks hold at once
     * @param isSynchronized whether the whole method holds one more
     */
    public static MethodLayout of(MethodNode original, int deepest, boolean isSynchronized) {
        int context = original.maxLocals;
        return new MethodLayout(context, deepest + (isSynchronized ? 1 : 0), context + 1 + deepest + 1);
    }

    /**
     * The layout of a twin of a class file. Of temporaries it knows no more than that they lie behind the monitors.
     *
     * @throws IllegalStateException if the method does not begin with the prologue of a twin
     */
    public static MethodLayout ofTwin(MethodNode twin) {
        boolean isStatic = (twin.access & Opcodes.ACC_STATIC) != 0;
        int argument = Names.argumentSlots(Names.plainDesc(twin.desc), isStatic);
        AbstractInsnNode at = Code.orNext(twin.instructions.getFirst());
        if (!Code.isVar(at, Opcodes.ALOAD, argument) || Code.next(at).getOpcode() != Opcodes.ASTORE) {
            throw new IllegalStateException("no twin's prologue in " + twin.name + twin.desc);
        }
        at = Code.next(at);
        int context = ((VarInsnNode) at).var;
        int next = context + 1;
        for (at = Code.next(at); isCleared(at, next); at = Code.next(Code.next(at))) {
            next++;
        }
        return new MethodLayout(context, next - context - 1, next);
    }

    private static boolean isCleared(AbstractInsnNode at, int slot) {
        return at.getOpcode() == Opcodes.ACONST_NULL && Code.isVar(Code.next(at), Opcodes.ASTORE, slot);
    }

    /** {@code context = <last argument>; lock(0) = null; ..}. */
    public void emitPrologue(MethodVisitor mv, MethodNode original) {
        boolean isStatic = (original.access & Opcodes.ACC_STATIC) != 0;
        mv.visitVarInsn(Opcodes.ALOAD, Names.argumentSlots(original.desc, isStatic));
        mv.visitVarInsn(Opcodes.ASTORE, context);
        for (int k = 0; k < monitors; k++) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitVarInsn(Opcodes.ASTORE, lock(k));
        }
    }

    /** The slot of the carrier context; those below are the original's. */
    public int context() {
        return context;
    }

    /** The slot of the k-th monitor from outside. */
    public int lock(int k) {
        return context + 1 + k;
    }

    /** The slot of the k-th temporary. */
    public int temp(int k) {
        return temps + k;
    }

    /** Whether the slot is one of a monitor. */
    public boolean isLock(int slot) {
        return slot > context && slot <= context + monitors;
    }

    /**
     * Adds the verification types of the context and of all monitors, since the verifier knows paths that are never
     * taken.
     *
     * @param locals types of the original's locals, one per value
     */
    public void addTypes(List<Object> locals) {
        VerificationTypes.padTo(locals, context);
        locals.add(Names.CONTEXT);
        for (int k = 0; k < monitors; k++) {
            locals.add("java/lang/Object");
        }
    }
}

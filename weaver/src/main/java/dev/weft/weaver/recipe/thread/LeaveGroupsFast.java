package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A thread knows its place in its group, so that a million can leave it without a search and a move of all the others.
 */
public final class LeaveGroupsFast implements Recipe {
    private static final String GROUP = "java/lang/ThreadGroup";
    private static final String THREADS = "[Ljava/lang/Thread;";
    private static final String MEMBERS = "jdk/internal/weft/group/Members";

    @Override
    public Set<String> classes() {
        return Set.of(GROUP);
    }

    @Override
    public void apply(ClassNode target) {
        noteIndex(target, Edit.method(target, "add", "(Ljava/lang/Thread;)V", this));
        rewriteRemove(Edit.method(target, "remove", "(Ljava/lang/Thread;)V", this));
    }

    /** {@code threads[nthreads] = t} becomes {@code Members.add(threads, nthreads, t)}. */
    private void noteIndex(ClassNode target, MethodNode add) {
        int found = 0;
        for (AbstractInsnNode insn : add.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.AASTORE) {
                add.instructions.set(insn, Edit.invoke(MEMBERS, "add", "(" + THREADS + "ILjava/lang/Thread;)V"));
                found++;
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "stores of a member", 1, found);
        }
    }

    /**
     * {@code if (!destroyed) nthreads = Members.remove(threads, nthreads, t);}, its callers hold the monitor already.
     */
    private static void rewriteRemove(MethodNode remove) {
        remove.tryCatchBlocks.clear();
        remove.localVariables = null;
        remove.instructions = new InsnList();
        Label end = new Label();
        remove.visitVarInsn(Opcodes.ALOAD, 0);
        remove.visitFieldInsn(Opcodes.GETFIELD, GROUP, "destroyed", Type.BOOLEAN_TYPE.getDescriptor());
        remove.visitJumpInsn(Opcodes.IFNE, end);
        InsnList body = remove.instructions;
        body.add(new VarInsnNode(Opcodes.ALOAD, 0));
        body.add(new InsnNode(Opcodes.DUP));
        body.add(new FieldInsnNode(Opcodes.GETFIELD, GROUP, "threads", THREADS));
        body.add(new VarInsnNode(Opcodes.ALOAD, 0));
        body.add(new FieldInsnNode(Opcodes.GETFIELD, GROUP, "nthreads", "I"));
        body.add(new VarInsnNode(Opcodes.ALOAD, 1));
        body.add(Edit.invoke(MEMBERS, "remove", "(" + THREADS + "ILjava/lang/Thread;)I"));
        body.add(new FieldInsnNode(Opcodes.PUTFIELD, GROUP, "nthreads", "I"));
        remove.visitLabel(end);
        remove.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        remove.visitInsn(Opcodes.RETURN);
        remove.visitMaxs(4, 2);
    }
}

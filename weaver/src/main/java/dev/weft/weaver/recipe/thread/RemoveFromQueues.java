package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A fiber that waits for a reference in a {@code ReferenceQueue} waits in a list of the queue's, and not for the
 * queue's lock; who brings a reference wakes it.
 */
public final class RemoveFromQueues implements Recipe {
    private static final String QUEUE = "java/lang/ref/ReferenceQueue";
    private static final String REFERENCE_D = "Ljava/lang/ref/Reference;";
    private static final String REMOVER = "jdk/internal/weft/fiber/Remover";
    private static final String RESERVE = "Ljdk/internal/vm/annotation/ReservedStackAccess;";
    private static final String REMOVERS = Names.ADDED + "removers";

    @Override
    public Set<String> classes() {
        return Set.of(QUEUE);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(QUEUE + ".remove(J)" + REFERENCE_D, QUEUE + ".remove()" + REFERENCE_D);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> method.name.equals("enqueue") && method.desc.equals("(" + REFERENCE_D + ")Z"),
                Edit.named("java/lang/Object", "notifyAll"),
                1,
                this,
                (method, call) -> {
                    // where the stack ends: a reference in the queue of which nobody was told would never be removed
                    method.visitAnnotation(RESERVE, true).visitEnd();
                    method.instructions.insert(call, wakeAll());
                });
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_VOLATILE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
        target.fields.add(new FieldNode(access, REMOVERS, "Ljava/lang/Object;", null, null));
        addPoll(target);
        String helper = Names.BLOCKING + "Removing";
        Edit.twinCalls(target, Edit.method(target, "remove", "(J)" + REFERENCE_D, this), helper, "remove$weft", true);
        Edit.twinCalls(
                target, Edit.method(target, "remove", "()" + REFERENCE_D, this), helper, "removeForEver$weft", true);
    }

    /**
     * {@code if (removers != null) Remover.wakeAll(this)}: the VM's thread loads no class of Weft's before a fiber has
     * waited.
     */
    private static InsnList wakeAll() {
        LabelNode end = new LabelNode();
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(new FieldInsnNode(Opcodes.GETFIELD, QUEUE, REMOVERS, "Ljava/lang/Object;"));
        code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(Edit.invoke(REMOVER, "wakeAll", "(L" + QUEUE + ";)V"));
        code.add(end);
        code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        return code;
    }

    /** The queue's own {@code poll}, whatever a subclass has made of it. */
    private void addPoll(ClassNode target) {
        String desc = Edit.method(target, "poll", "()" + REFERENCE_D, this).desc;
        MethodNode poll = new MethodNode(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                Names.ADDED + "poll",
                "(L" + QUEUE + ";)" + REFERENCE_D,
                null,
                null);
        poll.visitVarInsn(Opcodes.ALOAD, 0);
        poll.instructions.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, QUEUE, "poll", desc, false));
        poll.visitInsn(Opcodes.ARETURN);
        poll.visitMaxs(1, 1);
        target.methods.add(poll);
    }
}

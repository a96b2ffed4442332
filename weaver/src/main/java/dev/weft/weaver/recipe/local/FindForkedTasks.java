package dev.weft.weaver.recipe.local;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A thread that joins a task which it has forked into the common pool runs it itself, unless a worker has taken it. The
 * JDK finds the task by the probe that {@link MoveRandomsToCarriers} has moved: a fiber looks into the queues of other
 * carriers, too.
 */
public final class FindForkedTasks implements Recipe {
    private static final String TASK = "java/util/concurrent/ForkJoinTask";
    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String QUEUES = "java/util/concurrent/SubmissionQueues";

    @Override
    public Set<String> classes() {
        return Set.of(TASK);
    }

    /** {@code q = SubmissionQueues.of(p, this)}. */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target, Edit.methodNamed("awaitDone"), Edit.named(POOL, "externalQueue"), 1, this, (method, call) -> {
                    method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                    String desc = "(L" + POOL + ";L" + TASK + ";)L" + POOL + "$WorkQueue;";
                    method.instructions.set(call, Edit.invoke(QUEUES, "of", desc));
                    method.maxStack++;
                });
    }
}

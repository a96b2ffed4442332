package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The delays and timeouts of {@code CompletableFuture} take the time of the simulation in which they are asked for: it
 * has an executor of its own for them. Elsewhere it is the JDK's.
 */
public final class DelayInSimulations implements Recipe {
    private static final String EXECUTOR = "Ljava/util/concurrent/ScheduledThreadPoolExecutor;";

    @Override
    public Set<String> classes() {
        return Set.of("java/util/concurrent/CompletableFuture$Delayer");
    }

    /** {@code Delays.of(delayer).schedule(command, delay, unit)}. */
    @Override
    public void apply(ClassNode target) {
        String desc = "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;";
        MethodNode method = Edit.method(target, "delay", desc, this);
        int found = 0;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof FieldInsnNode && ((FieldInsnNode) insn).desc.equals(EXECUTOR)) {
                found++;
                method.instructions.insert(
                        insn, Edit.invoke("jdk/internal/weft/scheduler/Delays", "of", "(" + EXECUTOR + ")" + EXECUTOR));
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "reads of the executor", 1, found);
        }
    }
}

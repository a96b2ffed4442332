package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** {@code Thread.interrupt()} wakes a fiber where it would wake a kernel thread by {@code interrupt0()}. */
public final class InterruptFibers implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("interrupt"),
                Edit.named("java/lang/Thread", "interrupt0"),
                2,
                this,
                (method, call) -> method.instructions.set(
                        call,
                        Edit.invoke("jdk/internal/weft/thread/FiberThreads", "interrupt0", "(Ljava/lang/Thread;)V")));
    }
}

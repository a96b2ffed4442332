package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** {@code Thread.start()} asks the runtime, in place of {@code start0()}: it starts a fiber or a kernel thread. */
public final class StartFibers implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("start"),
                Edit.named("java/lang/Thread", "start0"),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke("jdk/internal/weft/thread/ThreadStart", "start0", "(Ljava/lang/Thread;)V")));
    }
}

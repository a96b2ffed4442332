package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * {@code Thread.join()}, and {@code join(long)} in a fiber, do not wait on the thread object of a fiber, whose monitor
 * would be inflated by it.
 */
public final class JoinFibers implements Recipe {
    private static final String THREAD = "java/lang/Thread";

    @Override
    public Set<String> classes() {
        return Set.of(THREAD);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(THREAD + ".join(J)V");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> method.name.equals("join") && method.desc.equals("()V"),
                Edit.named(THREAD, "join"),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke(Names.BLOCKING + "Joining", "joinForEver", "(L" + THREAD + ";J)V")));
        Edit.twinCalls(
                target, Edit.method(target, "join", "(J)V", this), Names.BLOCKING + "Joining", "join$weft", true);
    }
}

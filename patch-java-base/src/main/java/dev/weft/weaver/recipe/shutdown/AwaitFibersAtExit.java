package dev.weft.weaver.recipe.shutdown;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** The VM exits when its last non-daemon kernel thread has ended; non-daemon fibers are waited for as well. */
public final class AwaitFibersAtExit implements Recipe {
    private static final String EXIT = "jdk/internal/weft/fiber/FiberExit";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Shutdown", "java/lang/ApplicationShutdownHooks");
    }

    @Override
    public void apply(ClassNode target) {
        boolean isExit = target.name.equals("java/lang/Shutdown");
        Edit.method(target, isExit ? "shutdown" : "runHooks", "()V", this)
                .instructions
                .insert(Edit.invoke(EXIT, isExit ? "awaitNonDaemon" : "beginShutdown", "()V"));
    }
}

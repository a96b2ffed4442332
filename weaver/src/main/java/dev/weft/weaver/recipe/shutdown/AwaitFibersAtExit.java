package dev.weft.weaver.recipe.shutdown;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The VM exits when its last non-daemon kernel thread has ended; non-daemon fibers are waited for as well. Then nothing
 * of the runtime keeps it any longer.
 */
public final class AwaitFibersAtExit implements Recipe {
    private static final String EXIT = "jdk/internal/weft/fiber/FiberExit";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Shutdown", "java/lang/ApplicationShutdownHooks");
    }

    @Override
    public void apply(ClassNode target) {
        if (!target.name.equals("java/lang/Shutdown")) {
            Edit.method(target, "runHooks", "()V", this).instructions.insert(call("beginShutdown"));
            return;
        }
        MethodNode shutdown = Edit.method(target, "shutdown", "()V", this);
        shutdown.instructions.insert(call("awaitNonDaemon"));
        Edit.returns(shutdown, end -> shutdown.instructions.insertBefore(end, call("end")));
        Edit.method(target, "halt", "(I)V", this).instructions.insert(call("end"));
    }

    private static MethodInsnNode call(String name) {
        return Edit.invoke(EXIT, name, "()V");
    }
}

package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The launcher is given a class in place of the main class it has found and checked, the one that starts {@code main}
 * in a fiber, if that is wanted; so it says itself what is wrong with a main class, and its native code stays as it is.
 */
public final class LaunchMainInFiber implements Recipe {
    private static final String LAUNCHER = "sun/launcher/LauncherHelper";
    private static final String PROGRAM = Names.BLOCKING + "ProgramMain";
    private static final String CALL = "(Ljava/lang/Class;Ljava/lang/reflect/Method;[Ljava/lang/String;)V";

    @Override
    public Set<String> classes() {
        return Set.of(LAUNCHER, PROGRAM);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(PROGRAM + ".callMain" + CALL);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(PROGRAM)) {
            MethodNode callMain = Edit.method(target, "callMain", CALL, this);
            Edit.twinCalls(target, callMain, "java/weft/reflect/MainCall", "invoke", true);
            return;
        }
        MethodNode load = Edit.method(target, "checkAndLoadMain", "(ZILjava/lang/String;)Ljava/lang/Class;", this);
        List<AbstractInsnNode> returns = new ArrayList<>();
        Edit.returns(load, returns::add);
        if (returns.size() != 1) {
            throw Edit.mismatch(this, target, "returns of the main class", 1, returns.size());
        }
        load.instructions.insertBefore(
                returns.get(0),
                Edit.invoke("jdk/internal/weft/thread/MainThread", "chosen", "(Ljava/lang/Class;)Ljava/lang/Class;"));
    }
}

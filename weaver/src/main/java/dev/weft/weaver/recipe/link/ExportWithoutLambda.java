package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * Adding an export looks for its map, and makes one, without a lambda, and without that in {@code WeakPairMap}. The
 * runtime's packages are exported in each start, and a lambda there would start all of {@code java.lang.invoke}: more
 * than a hundred classes that a small program needs for nothing else.
 */
public final class ExportWithoutLambda implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Module");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("implAddExportsOrOpens"),
                Edit.named("java/lang/WeakPairMap", "computeIfAbsent"),
                1,
                this,
                (method, call) -> {
                    AbstractInsnNode lambda = call.getPrevious();
                    while (lambda != null && lambda.getOpcode() < 0) {
                        lambda = lambda.getPrevious();
                    }
                    if (!(lambda instanceof InvokeDynamicInsnNode)) {
                        throw Edit.mismatch(this, target, "lambdas", 1, 0);
                    }
                    method.instructions.remove(lambda);
                    method.instructions.set(
                            call,
                            Edit.invoke(
                                    "java/lang/WeftExports",
                                    "of",
                                    "(Ljava/lang/WeakPairMap;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"));
                });
    }
}

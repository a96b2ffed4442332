package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** When the module system has started, the runtime's packages are exported to all modules. */
public final class PublishPackages implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/System");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("initPhase2"),
                Edit.named("jdk/internal/module/ModuleBootstrap", "boot"),
                1,
                this,
                (method, call) ->
                        method.instructions.insert(call, Edit.invoke("jdk/internal/weft/Exports", "publish", "()V")));
    }
}

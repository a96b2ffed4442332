package dev.weft.weaver.recipe.security;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** Permissions of a fiber are those of all its frames, the parked ones among them. */
public final class CheckParkedDomains implements Recipe {
    private static final String CONTROLLER = "java/security/AccessController";
    private static final String DESC = "(Ljava/security/AccessControlContext;)Ljava/security/AccessControlContext;";

    @Override
    public Set<String> classes() {
        return Set.of(CONTROLLER);
    }

    /** {@code WeftDomains.withParked(getStackAccessControlContext())}. */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                // elsewhere it serves to find a combiner of domains only
                method -> method.name.equals("getContext") || method.name.equals("checkPermission"),
                Edit.named(CONTROLLER, "getStackAccessControlContext"),
                2,
                this,
                (method, call) ->
                        method.instructions.insert(call, Edit.invoke("java/security/WeftDomains", "withParked", DESC)));
    }
}

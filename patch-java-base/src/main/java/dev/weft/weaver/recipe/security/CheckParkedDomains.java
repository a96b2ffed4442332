package dev.weft.weaver.recipe.security;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** Permissions of a fiber are those of all its frames; {@code InheritContextsOfFibers} sees to what it has inherited. */
public final class CheckParkedDomains implements Recipe {
    private static final String CONTROLLER = "java/security/AccessController";
    private static final String CONTEXT = "java/security/AccessControlContext";

    @Override
    public Set<String> classes() {
        return Set.of(CONTROLLER);
    }

    @Override
    public void apply(ClassNode target) {
        String desc = "(L" + CONTEXT + ";)L" + CONTEXT + ";";
        Edit.calls(
                target,
                // elsewhere it serves to find a combiner of domains only
                method -> method.name.equals("getContext") || method.name.equals("checkPermission"),
                Edit.named(CONTROLLER, "getStackAccessControlContext"),
                2,
                this,
                (method, call) ->
                        method.instructions.insert(call, Edit.invoke("java/security/WeftDomains", "withParked", desc)));
    }
}

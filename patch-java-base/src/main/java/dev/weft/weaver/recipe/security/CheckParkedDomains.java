package dev.weft.weaver.recipe.security;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** Permissions of a fiber are those of all its frames, and of the thread that has made it; not those of its carrier. */
public final class CheckParkedDomains implements Recipe {
    private static final String CONTROLLER = "java/security/AccessController";
    private static final String CONTEXT = "java/security/AccessControlContext";

    @Override
    public Set<String> classes() {
        return Set.of(CONTROLLER, CONTEXT);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(CONTEXT)) {
            insertBehind(target, "getInheritedAccessControlContext", 2, "inherited");
        } else {
            insertBehind(target, "getStackAccessControlContext", 2, "withParked");
        }
    }

    private void insertBehind(ClassNode target, String native0, int sites, String change) {
        String desc = "(L" + CONTEXT + ";)L" + CONTEXT + ";";
        Edit.calls(
                target,
                // elsewhere it serves to find a combiner of domains only
                method -> target.name.equals(CONTEXT)
                        || method.name.equals("getContext")
                        || method.name.equals("checkPermission"),
                Edit.named(CONTROLLER, native0),
                sites,
                this,
                (method, call) ->
                        method.instructions.insert(call, Edit.invoke("java/security/WeftDomains", change, desc)));
    }
}

package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** A class is only defined where there is stack enough to weave it. */
public final class ProbeStackBeforeDefinition implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ClassLoader");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.method(
                        target,
                        "preDefineClass",
                        "(Ljava/lang/String;Ljava/security/ProtectionDomain;)Ljava/security/ProtectionDomain;",
                        this)
                .instructions
                .insert(Edit.invoke("jdk/internal/weft/StackProbe", "beforeDefinition", "()V"));
    }
}

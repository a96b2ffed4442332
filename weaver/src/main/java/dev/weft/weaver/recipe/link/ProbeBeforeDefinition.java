package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;

/** A class is only defined where there are stack and memory enough to weave it. */
public final class ProbeBeforeDefinition implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ClassLoader");
    }

    @Override
    public void apply(ClassNode target) {
        InsnList probes = new InsnList();
        probes.add(Edit.invoke("jdk/internal/weft/StackProbe", "beforeDefinition", "()V"));
        probes.add(Edit.invoke("java/weft/MemoryProbe", "beforeDefinition", "()V"));
        Edit.method(
                        target,
                        "preDefineClass",
                        "(Ljava/lang/String;Ljava/security/ProtectionDomain;)Ljava/security/ProtectionDomain;",
                        this)
                .instructions
                .insert(probes);
    }
}

package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;

/**
 * A class is only defined where there are stack and memory enough to weave it: by a class loader, or by a {@code
 * Lookup}. Hidden classes and those of {@code Proxy} are woven before they are defined, where no error is dropped.
 */
public final class ProbeBeforeDefinition implements Recipe {
    /** What is called first of all, in each class that defines others. */
    private static final Map<String, String> FIRST = Map.of(
            "java/lang/ClassLoader",
            "preDefineClass(Ljava/lang/String;Ljava/security/ProtectionDomain;)Ljava/security/ProtectionDomain;",
            "java/lang/invoke/MethodHandles$Lookup",
            "defineClass([B)Ljava/lang/Class;");

    @Override
    public Set<String> classes() {
        return FIRST.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        InsnList probes = new InsnList();
        probes.add(Edit.invoke("jdk/internal/weft/StackProbe", "beforeDefinition", "()V"));
        probes.add(Edit.invoke("java/weft/MemoryProbe", "beforeDefinition", "()V"));
        String first = FIRST.get(target.name);
        int open = first.indexOf('(');
        Edit.method(target, first.substring(0, open), first.substring(open), this)
                .instructions
                .insert(probes);
    }
}

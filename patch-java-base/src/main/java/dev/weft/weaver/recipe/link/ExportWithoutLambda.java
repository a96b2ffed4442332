package dev.weft.weaver.recipe.link;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Adding an export makes a map by an object instead of a lambda. The runtime's packages are exported in each start, and a
 * lambda there would start all of {@code java.lang.invoke}: more than a hundred classes that a small program needs for
 * nothing else.
 */
public final class ExportWithoutLambda implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Module");
    }

    @Override
    public void apply(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            if (!method.name.equals("implAddExportsOrOpens")) {
                continue;
            }
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                if (insn instanceof InvokeDynamicInsnNode && isBiFunction(((InvokeDynamicInsnNode) insn).desc)) {
                    found++;
                    method.instructions.set(
                            insn,
                            Edit.invoke("jdk/internal/weft/Exports", "newMap", "()Ljava/util/function/BiFunction;"));
                }
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "lambdas", 1, found);
        }
    }

    /** Without captured values. */
    private static boolean isBiFunction(String desc) {
        return Type.getArgumentTypes(desc).length == 0
                && Type.getReturnType(desc).getInternalName().equals("java/util/function/BiFunction");
    }
}

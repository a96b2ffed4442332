package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The inherited access control context is the fiber's, not its carrier's; and the runtime is told when a context gets a
 * combiner, since from then on the inherited contexts matter.
 */
public final class InheritContextsOfFibers implements Recipe {
    private static final String CONTEXT = "java/security/AccessControlContext";
    private static final String NEW_THREAD = "jdk/internal/weft/thread/NewThread";
    private static final String COMBINER = "Ljava/security/DomainCombiner;";

    @Override
    public Set<String> classes() {
        return Set.of(CONTEXT);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> true,
                Edit.named("java/security/AccessController", "getInheritedAccessControlContext"),
                2,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke(NEW_THREAD, "inheritedContext", "()L" + CONTEXT + ";")));
        int found = 0;
        for (MethodNode method : target.methods) {
            for (AbstractInsnNode insn : method.instructions.toArray()) {
                boolean isWrite =
                        insn.getOpcode() == Opcodes.PUTFIELD && ((FieldInsnNode) insn).name.equals("combiner");
                if (isWrite && insn.getPrevious().getOpcode() != Opcodes.ACONST_NULL) {
                    method.instructions.insertBefore(
                            insn, Edit.invoke(NEW_THREAD, "combiner", "(" + COMBINER + ")" + COMBINER));
                    found++;
                }
            }
        }
        if (found != 3) {
            throw Edit.mismatch(this, target, "combiners that are set", 3, found);
        }
    }
}

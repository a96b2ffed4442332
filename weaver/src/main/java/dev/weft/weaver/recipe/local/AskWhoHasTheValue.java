package dev.weft.weaver.recipe.local;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * {@code ThreadLocal} asks the runtime which thread has the value: the current one, or the carrier if it is a processor
 * local.
 */
public final class AskWhoHasTheValue implements Recipe {
    private static final String LOCAL = "java/lang/ThreadLocal";
    private static final String THREAD = "java/lang/Thread";

    @Override
    public Set<String> classes() {
        return Set.of(LOCAL);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_STATIC) == 0,
                Edit.named(THREAD, "currentThread"),
                5,
                this,
                (method, call) -> {
                    method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                    String desc = "(L" + LOCAL + ";)L" + THREAD + ";";
                    method.instructions.set(call, Edit.invoke("jdk/internal/weft/local/CarrierLocals", "owner", desc));
                });
    }
}

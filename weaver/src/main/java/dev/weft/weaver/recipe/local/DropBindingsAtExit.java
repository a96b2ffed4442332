package dev.weft.weaver.recipe.local;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A thread that has ended does not refer to the values of context locals that it has inherited, and has no monitors by
 * continuations that it has left suspended.
 */
public final class DropBindingsAtExit implements Recipe {
    private static final String THREAD = "java/lang/Thread";

    @Override
    public Set<String> classes() {
        return Set.of(THREAD);
    }

    @Override
    public void apply(ClassNode target) {
        InsnList first = new InsnList();
        first.add(new VarInsnNode(Opcodes.ALOAD, 0));
        first.add(Edit.invoke("jdk/internal/weft/thread/NewThread", "ends", "(L" + THREAD + ";)V"));
        Edit.method(target, "exit", "()V", this).instructions.insert(first);
    }
}

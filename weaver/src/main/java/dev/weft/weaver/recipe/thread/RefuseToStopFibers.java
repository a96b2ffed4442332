package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** {@code stop}, {@code suspend} and {@code resume} of a fiber throw UnsupportedOperationException (JEP 444). */
public final class RefuseToStopFibers implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public void apply(ClassNode target) {
        for (String name : new String[] {"stop", "suspend", "resume"}) {
            MethodNode method = Edit.method(target, name, "()V", this);
            InsnList refuse = new InsnList();
            refuse.add(new VarInsnNode(Opcodes.ALOAD, 0));
            refuse.add(Edit.invoke("jdk/internal/weft/thread/FiberThreads", "refuse", "(Ljava/lang/Thread;)V"));
            method.instructions.insert(refuse);
            method.maxStack = Math.max(method.maxStack, 1);
        }
    }
}

package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Twins of the static natives of Thread. Call sites that name Thread are substituted by the generator; these are for
 * call sites that name a subclass.
 */
public final class TwinsOfThreadStatics implements Recipe {
    private static final String THREAD = "java/lang/Thread";

    @Override
    public Set<String> classes() {
        return Set.of(THREAD);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(THREAD + ".sleep(J)V", THREAD + ".yield()V");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.twinCalls(
                target, Edit.method(target, "sleep", "(J)V", this), Names.BLOCKING + "Sleep", "sleep$weft", true);
        Edit.twinCalls(target, Edit.method(target, "yield", "()V", this), Names.WOVEN, "yield", true);
        String holdsLock = "(Ljava/lang/Object;)Z";
        Edit.twinCalls(target, Edit.method(target, "holdsLock", holdsLock, this), Names.WOVEN, "holdsLock", false);
        MethodNode current = new MethodNode(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
                Names.twinName("currentThread"),
                Names.twinDesc("()Ljava/lang/Thread;"),
                null,
                null);
        current.visitVarInsn(Opcodes.ALOAD, 0);
        current.visitFieldInsn(Opcodes.GETFIELD, Names.CONTEXT, "thread", "Ljava/lang/Thread;");
        current.visitInsn(Opcodes.ARETURN);
        current.visitMaxs(1, 1);
        target.methods.add(current);
    }
}

package dev.weft.weaver.recipe.thread;

import dev.weft.agent.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Gives {@code FiberEntry.run} its body, which Java source cannot express: it calls a twin. */
public final class RunOutermostTwin implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("jdk/internal/weft/fiber/FiberEntry");
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode run = Edit.method(target, "run", "(Ljava/lang/Thread;" + Names.CONT_D + ")V", this);
        run.access &= ~Opcodes.ACC_NATIVE;
        run.visitVarInsn(Opcodes.ALOAD, 0);
        run.visitVarInsn(Opcodes.ALOAD, 1);
        run.visitMethodInsn(Opcodes.INVOKESTATIC, Names.BLOCKING + "FiberMain", "run$weft", run.desc, false);
        run.visitInsn(Opcodes.RETURN);
        run.visitMaxs(2, 2);
    }
}

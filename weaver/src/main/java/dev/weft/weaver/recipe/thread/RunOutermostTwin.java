package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives the methods of {@code FiberEntry} and {@code ContinuationEntry} their bodies, which Java source cannot express:
 * they call twins, and what lies in a higher room.
 */
public final class RunOutermostTwin implements Recipe {
    private static final String FIBER = "jdk/internal/weft/fiber/FiberEntry";
    private static final String CONTINUATION = "jdk/internal/weft/continuation/ContinuationEntry";

    @Override
    public Set<String> classes() {
        return Set.of(FIBER, CONTINUATION);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(FIBER)) {
            callTwin(target, "FiberMain", "run", "Ljava/lang/Thread;");
            call(target, "runPlainly", "(Ljava/lang/Thread;)V", "FiberMain", "run");
            callTwin(target, "FiberMain", "end", "Ljava/lang/Thread;Ljava/lang/Throwable;");
        } else {
            callTwin(target, "ContinuationMain", "run", "Ljava/lang/Runnable;");
            callTwin(target, "ContinuationMain", "pass", "Ljava/util/function/Consumer;Ljava/lang/Object;");
        }
    }

    private void callTwin(ClassNode target, String main, String name, String arguments) {
        call(target, name, "(" + arguments + Names.CONTEXT_D + ")V", main, name + "$weft");
    }

    private void call(ClassNode target, String name, String desc, String main, String called) {
        MethodNode method = Edit.method(target, name, desc, this);
        method.access &= ~Opcodes.ACC_NATIVE;
        int count = Type.getArgumentCount(method.desc);
        for (int i = 0; i < count; i++) {
            method.visitVarInsn(Opcodes.ALOAD, i);
        }
        method.visitMethodInsn(Opcodes.INVOKESTATIC, Names.BLOCKING + main, called, method.desc, false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(count, count);
    }
}

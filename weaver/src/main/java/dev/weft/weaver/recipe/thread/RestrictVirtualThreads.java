package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A thread made by JEP 444's API is a daemon and has the normal priority, whatever is set. */
public final class RestrictVirtualThreads implements Recipe {
    private static final String RULES = "jdk/internal/weft/fiber/VirtualRules";
    private static final String GROUP = "Ljava/lang/ThreadGroup;";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode setDaemon = Edit.method(target, "setDaemon", "(Z)V", this);
        InsnList check = new InsnList();
        check.add(new VarInsnNode(Opcodes.ALOAD, 0));
        check.add(new VarInsnNode(Opcodes.ILOAD, 1));
        check.add(Edit.invoke(RULES, "checkDaemon", "(Ljava/lang/Thread;Z)V"));
        setDaemon.instructions.insert(check);
        setDaemon.maxStack = Math.max(setDaemon.maxStack, 2);
        Edit.calls(
                target,
                Edit.methodNamed("setPriority"),
                Edit.named(target.name, "getThreadGroup"),
                1,
                this,
                (method, call) -> method.instructions.set(
                        call, Edit.invoke(RULES, "groupForPriority", "(Ljava/lang/Thread;)" + GROUP)));
    }
}

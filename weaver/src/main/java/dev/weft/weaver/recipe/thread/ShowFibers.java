package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** {@code getState}, {@code getStackTrace} and {@code getAllStackTraces} of Thread know fibers. */
public final class ShowFibers implements Recipe {
    private static final String VIEW = "jdk/internal/weft/thread/FiberView";
    private static final String THREADS = "[Ljava/lang/Thread;";
    private static final String TRACES = "[[Ljava/lang/StackTraceElement;";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Thread");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(target.name, "dumpThreads"),
                2,
                this,
                (method, call) ->
                        method.instructions.set(call, Edit.invoke(VIEW, "dumpThreads", "(" + THREADS + ")" + TRACES)));
        Edit.calls(
                target,
                Edit.methodNamed("getAllStackTraces"),
                Edit.named(target.name, "getThreads"),
                1,
                this,
                (method, call) -> method.instructions.insert(
                        call, Edit.invoke(VIEW, "programThreads", "(" + THREADS + ")" + THREADS)));
        MethodNode state = Edit.method(target, "getState", "()Ljava/lang/Thread$State;", this);
        Edit.calls(
                target,
                method -> method == state,
                Edit.named("jdk/internal/misc/VM", "toThreadState"),
                1,
                this,
                (method, call) -> {
                    if (!(call.getPrevious() instanceof FieldInsnNode)) {
                        throw Edit.mismatch(this, target, "reads of the status", 1, 0);
                    }
                    InsnList status = new InsnList();
                    status.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    status.add(Edit.invoke(VIEW, "status", "(ILjava/lang/Thread;)I"));
                    method.instructions.insertBefore(call, status);
                    method.maxStack += 1;
                });
    }
}

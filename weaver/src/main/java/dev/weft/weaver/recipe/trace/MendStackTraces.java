package dev.weft.weaver.recipe.trace;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/** Throwable remembers the parked frames when it is made, and mends its trace when that is read. */
public final class MendStackTraces implements Recipe {
    private static final String TRACES = "jdk/internal/weft/trace/Traces";
    private static final String ELEMENTS = "[Ljava/lang/StackTraceElement;";

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/Throwable");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("fillInStackTrace"),
                Edit.named(target.name, "fillInStackTrace"),
                1,
                this,
                (method, call) -> {
                    InsnList capture = new InsnList();
                    capture.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    capture.add(Edit.invoke(TRACES, "capture", "(Ljava/lang/Throwable;)V"));
                    method.instructions.insert(call, capture);
                });
        Edit.calls(
                target,
                Edit.methodNamed("getOurStackTrace"),
                Edit.named("java/lang/StackTraceElement", "of"),
                1,
                this,
                (method, call) -> {
                    InsnList mend = new InsnList();
                    mend.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    mend.add(Edit.invoke(TRACES, "mend", "(" + ELEMENTS + "Ljava/lang/Throwable;)" + ELEMENTS));
                    method.instructions.insert(call, mend);
                    method.maxStack += 2;
                });
    }
}

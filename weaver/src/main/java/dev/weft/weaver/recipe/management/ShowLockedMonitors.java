package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * {@code ThreadInfo} shows the runtime the monitors and synchronizers that the VM gives to its constructor. It keeps
 * only their names.
 */
public final class ShowLockedMonitors implements Recipe {
    private static final String BEANS = "jdk/internal/weft/management/ThreadBeans";
    private static final String KEPT = "[Ljava/lang/StackTraceElement;[Ljava/lang/Object;[I[Ljava/lang/Object;";
    private static final String OF_CONSTRUCTOR =
            "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ" + KEPT + ")V";

    /** Slots of thread, status, lock; behind the owner and four longs, of trace, monitors, depths, synchronizers. */
    private static final int[][] ARGUMENTS = {
        {Opcodes.ALOAD, 1},
        {Opcodes.ILOAD, 2},
        {Opcodes.ALOAD, 3},
        {Opcodes.ALOAD, 13},
        {Opcodes.ALOAD, 14},
        {Opcodes.ALOAD, 15},
        {Opcodes.ALOAD, 16}
    };

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/management/ThreadInfo");
    }

    @Override
    public String module() {
        return "java.management";
    }

    @Override
    public void apply(ClassNode target) {
        MethodNode made = Edit.method(target, "<init>", OF_CONSTRUCTOR, this);
        Edit.returns(made, end -> {
            InsnList call = new InsnList();
            for (int[] each : ARGUMENTS) {
                call.add(new VarInsnNode(each[0], each[1]));
            }
            call.add(Edit.invoke(BEANS, "made", "(Ljava/lang/Thread;ILjava/lang/Object;" + KEPT + ")V"));
            made.instructions.insertBefore(end, call);
        });
        made.maxStack = Math.max(made.maxStack, ARGUMENTS.length);
    }
}

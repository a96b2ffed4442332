package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * {@code ThreadInfo} asks {@code ThreadStatus} what the VM's state of a thread means. The JDK's own asks {@code
 * ManagementFactoryHelper}, and the first one initializes that with all beans: a program that has asked for none would
 * pay for it, and would never have them if that failed in a full heap.
 */
public final class MakeThreadInfosAlone implements Recipe {
    private static final String HELPER = "sun/management/ManagementFactoryHelper";
    private static final String STATUS = "jdk/internal/weft/management/ThreadStatus";

    /** State, whether suspended, whether in native code. */
    private static final int QUESTIONS = 3;

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
        Edit.calls(
                target,
                Edit.methodNamed("initialize"),
                call -> call.owner.equals(HELPER),
                QUESTIONS,
                this,
                (method, call) -> call.owner = STATUS);
    }
}

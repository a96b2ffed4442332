package dev.weft.weaver.recipe.management;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * The flight recorder, when it is initialized, knows the events of fibers:
 *
 * <pre>
 * JDKEvents.initialize();
 * Recorders.register();
 * </pre>
 */
public final class RecordFibers implements Recipe {
    @Override
    public Set<String> classes() {
        return Set.of("jdk/jfr/internal/PlatformRecorder");
    }

    @Override
    public String module() {
        return "jdk.jfr";
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("<init>"),
                Edit.named("jdk/jfr/internal/instrument/JDKEvents", "initialize"),
                1,
                this,
                (method, call) -> method.instructions.insert(
                        call, Edit.invoke("jdk/internal/weft/management/Recorders", "register", "()V")));
    }
}

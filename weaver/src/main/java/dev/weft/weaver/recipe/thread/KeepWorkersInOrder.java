package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * A thread pool interrupts its workers in the order in which it has made them: by their identity hash codes, as in the
 * JDK, a pool that is shut down in a {@code DeterministicScheduler} would do it in another order each time.
 */
public final class KeepWorkersInOrder implements Recipe {
    private static final String IN_ORDER = "java/util/LinkedHashSet";

    @Override
    public Set<String> classes() {
        return Set.of("java/util/concurrent/ThreadPoolExecutor");
    }

    /** {@code workers = new LinkedHashSet<>()}. */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("<init>"),
                Edit.named("java/util/HashSet", "<init>"),
                1,
                this,
                (method, call) -> {
                    TypeInsnNode made = (TypeInsnNode) call.getPrevious().getPrevious();
                    made.desc = IN_ORDER;
                    call.owner = IN_ORDER;
                });
    }
}

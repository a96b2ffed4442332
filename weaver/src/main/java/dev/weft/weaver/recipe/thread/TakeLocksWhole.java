package dev.weft.weaver.recipe.thread;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A {@code ReentrantLock} that is taken at the end of the stack is taken with its owner or not at all. In the JDK the
 * VM lets {@code lock} use its reserve of stack (JEP 270); a twin is not allowed to, since the error that follows would
 * be thrown where it returns, also when it returns to suspend. So those may that mark the lock as taken and note its
 * owner, which never suspend.
 */
public final class TakeLocksWhole implements Recipe {
    private static final String LOCK = "java/util/concurrent/locks/ReentrantLock";
    private static final String RESERVE = "Ljdk/internal/vm/annotation/ReservedStackAccess;";

    @Override
    public Set<String> classes() {
        return Set.of(LOCK + "$FairSync", LOCK + "$NonfairSync");
    }

    /** {@code @ReservedStackAccess final boolean initialTryLock()}, and so {@code tryAcquire}. */
    @Override
    public void apply(ClassNode target) {
        mark(Edit.method(target, "initialTryLock", "()Z", this));
        mark(Edit.method(target, "tryAcquire", "(I)Z", this));
    }

    private static void mark(MethodNode method) {
        List<AnnotationNode> all = new ArrayList<>();
        if (method.visibleAnnotations != null) {
            all.addAll(method.visibleAnnotations);
        }
        all.add(new AnnotationNode(RESERVE));
        method.visibleAnnotations = all;
    }
}

package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.ClassNode;

/**
 * Says of the twins in {@code dev.weft.Continuation}, which are written by hand in Java, that they may suspend; fails
 * the weave if one is missing. Changes nothing.
 */
public final class SuspendContinuations implements Recipe {
    private static final String CONTINUATION = "dev/weft/Continuation";
    private static final String SCOPE = "Ldev/weft/ContinuationScope;";

    private static final Set<String> TWINS = Set.of(
            "run()Z",
            "suspend(" + SCOPE + ")V",
            "suspend(" + SCOPE + "Ljava/util/function/Consumer;)L" + CONTINUATION + ";",
            "isPinned(" + SCOPE + ")Z",
            "unwindAndInvoke(" + SCOPE + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)V");

    @Override
    public Set<String> classes() {
        return Set.of(CONTINUATION);
    }

    @Override
    public Set<String> suspendingTwins() {
        Set<String> twins = new TreeSet<>();
        for (String each : TWINS) {
            twins.add(CONTINUATION + "." + each);
        }
        return twins;
    }

    @Override
    public void apply(ClassNode target) {
        for (String each : TWINS) {
            int end = each.indexOf('(');
            Edit.method(target, Names.twinName(each.substring(0, end)), Names.twinDesc(each.substring(end)), this);
        }
    }
}

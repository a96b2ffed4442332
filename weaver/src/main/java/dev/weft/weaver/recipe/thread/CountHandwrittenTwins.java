package dev.weft.weaver.recipe.thread;

import dev.weft.agent.abi.Names;
import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.ClassNode;

/**
 * Says of the twins in a class of {@code dev.weft}, which are written by hand in Java, that they may suspend; fails the
 * weave if one is missing. Changes nothing.
 */
public final class CountHandwrittenTwins implements Recipe {
    private static final String CONTINUATION = "dev/weft/Continuation";
    private static final String SCOPE = "Ldev/weft/ContinuationScope;";

    private final String type;

    /** Names and descriptors of what the twins are of. */
    private final Set<String> methods;

    private CountHandwrittenTwins(String type, Set<String> methods) {
        this.type = type;
        this.methods = methods;
    }

    /** All such classes. */
    public static List<Recipe> all() {
        return List.of(
                new CountHandwrittenTwins(
                        CONTINUATION,
                        Set.of(
                                "run()Z",
                                "run(Ljava/lang/Throwable;)Z",
                                "suspend(" + SCOPE + ")V",
                                "suspend(" + SCOPE + "Ljava/util/function/Consumer;)L" + CONTINUATION + ";",
                                "isPinned(" + SCOPE + ")Z",
                                "unwindAndInvoke(" + SCOPE + "Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)V")),
                new CountHandwrittenTwins("dev/weft/Generator", Set.of("put(Ljava/lang/Object;)V")),
                new CountHandwrittenTwins("dev/weft/Generator$Output", Set.of("yield(Ljava/lang/Object;)V")),
                new CountHandwrittenTwins("dev/weft/Weft", Set.of("continueOn(Ldev/weft/FiberScheduler;)V")));
    }

    @Override
    public Set<String> classes() {
        return Set.of(type);
    }

    @Override
    public Set<String> suspendingTwins() {
        Set<String> twins = new TreeSet<>();
        for (String each : methods) {
            twins.add(type + "." + each);
        }
        return twins;
    }

    @Override
    public void apply(ClassNode target) {
        for (String each : methods) {
            int end = each.indexOf('(');
            Edit.method(target, Names.twinName(each.substring(0, end)), Names.twinDesc(each.substring(end)), this);
        }
    }
}

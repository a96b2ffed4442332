package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** {@code EPoll.wait}, by which a selector waits, parks the fiber until the selector's own descriptor is readable. */
public final class SelectByParking implements Recipe {
    private static final String EPOLL = "sun/nio/ch/EPoll";
    private static final String DESC = "(IJII)I";

    @Override
    public Set<String> classes() {
        return Set.of(EPOLL);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(EPOLL + ".wait" + DESC);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.twinCalls(target, Edit.method(target, "wait", DESC, this), "sun/nio/ch/WeftPoller", "select$weft", true);
    }
}

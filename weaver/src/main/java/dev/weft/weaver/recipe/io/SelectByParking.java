package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * {@code EPoll.wait}, by which a selector waits, parks the fiber until the selector's own descriptor is readable.
 * {@code WeftWaits} is called in its place, where a pinned fiber's wait is known to be one.
 */
public final class SelectByParking implements Recipe {
    private static final String EPOLL = "sun/nio/ch/EPoll";
    private static final String WAITS = "sun/nio/ch/WeftWaits";
    private static final String SELECTOR = "sun/nio/ch/EPollSelectorImpl";
    private static final String PORT = "sun/nio/ch/EPollPort$EventHandlerTask";
    private static final String DESC = "(IJII)I";

    @Override
    public Set<String> classes() {
        return Set.of(EPOLL, WAITS, SELECTOR, PORT);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(EPOLL + ".wait" + DESC, WAITS + ".select" + DESC);
    }

    @Override
    public void apply(ClassNode target) {
        switch (target.name) {
            case EPOLL -> addTwin(target, "wait");
            case WAITS -> addTwin(target, "select");
            default -> Edit.calls(
                    target,
                    method -> true,
                    Edit.named(EPOLL, "wait"),
                    1,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(WAITS, "select", DESC)));
        }
    }

    private void addTwin(ClassNode target, String name) {
        Edit.twinCalls(target, Edit.method(target, name, DESC, this), "sun/nio/ch/WeftPoller", "select$weft", true);
    }
}

package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * {@code Net.poll}, by which all blocking socket code of the JDK waits, parks the fiber. Channels call
 * {@code WeftWaits} in its place, where a pinned fiber's wait is known to be one; {@code InterruptVirtualSockets} sees
 * to sockets.
 */
public final class PollByParking implements Recipe {
    private static final String NET = "sun/nio/ch/Net";
    private static final String CHANNEL = "sun/nio/ch/SelChImpl";
    private static final String WAITS = "sun/nio/ch/WeftWaits";
    private static final String DESC = "(Ljava/io/FileDescriptor;IJ)I";

    @Override
    public Set<String> classes() {
        return Set.of(NET, CHANNEL, WAITS);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(NET + ".poll" + DESC, WAITS + ".poll" + DESC);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(CHANNEL)) {
            Edit.calls(
                    target,
                    Edit.methodNamed("park"),
                    Edit.named(NET, "poll"),
                    1,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(WAITS, "poll", DESC)));
        } else {
            Edit.twinCalls(target, Edit.method(target, "poll", DESC, this), "sun/nio/ch/WeftPoller", "poll$weft", true);
        }
    }
}

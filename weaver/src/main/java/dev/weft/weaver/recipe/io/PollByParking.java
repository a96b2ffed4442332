package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** {@code Net.poll}, by which all blocking socket code of the JDK waits, parks the fiber. */
public final class PollByParking implements Recipe {
    private static final String NET = "sun/nio/ch/Net";
    private static final String DESC = "(Ljava/io/FileDescriptor;IJ)I";

    @Override
    public Set<String> classes() {
        return Set.of(NET);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(NET + ".poll" + DESC);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.twinCalls(target, Edit.method(target, "poll", DESC, this), "sun/nio/ch/WeftPoller", "poll$weft", true);
    }
}

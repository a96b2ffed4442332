package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/**
 * A fiber that waits for a file lock tries again and again, parked in between. A thread of a pool could wait in the
 * kernel instead, but whoever closes the channel would not know to signal it. The carrier of a pinned fiber does wait
 * in the kernel: {@code WeftWaits}.
 */
public final class AwaitFileLocks implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String DISPATCHER = PACKAGE + "FileDispatcherImpl";
    private static final String CHANNEL = PACKAGE + "FileChannelImpl";

    /** The task by which an {@code AsynchronousFileChannel} waits for a lock. */
    private static final String TASK = PACKAGE + "SimpleAsynchronousFileChannelImpl$1";

    private static final String WAITS = PACKAGE + "WeftWaits";
    private static final String LOCK = "(Ljava/io/FileDescriptor;ZJJZ)I";
    private static final String ENTER = "(L" + PACKAGE + "NativeThreadSet;)I";

    @Override
    public Set<String> classes() {
        return Set.of(DISPATCHER, WAITS, CHANNEL, TASK);
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(WAITS + ".lock" + LOCK, PACKAGE + "WeftSockets.enter" + ENTER);
    }

    @Override
    public void apply(ClassNode target) {
        if (target.name.equals(DISPATCHER)) {
            Edit.calls(
                    target,
                    Edit.methodNamed("lock"),
                    Edit.named(DISPATCHER, "lock0"),
                    1,
                    this,
                    (method, call) -> method.instructions.set(call, Edit.invoke(WAITS, "lock", LOCK)));
        } else if (target.name.equals(WAITS)) {
            Edit.twinCalls(target, Edit.method(target, "lock", LOCK, this), PACKAGE + "WeftFiles", "lock$weft", true);
        } else {
            Edit.calls(
                    target,
                    Edit.methodNamed(target.name.equals(CHANNEL) ? "lock" : "run"),
                    Edit.named(PACKAGE + "NativeThreadSet", "add"),
                    1,
                    this,
                    (method, call) ->
                            method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "enter", ENTER)));
        }
    }
}

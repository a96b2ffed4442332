package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whoever closes a descriptor, or shuts it down, signals the native threads that block in an operation on it. A fiber has
 * none: it is woken through the poller, after the descriptor's number has been given to a file that is always ready.
 */
public final class WakeFibersOnClose implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String DISPATCHER = PACKAGE + "FileDispatcherImpl";

    /** Until 17.0.20 each kind of socket signals; later updates do it in the dispatcher. */
    private static final Set<String> SIGNALLING = Set.of(
            DISPATCHER,
            PACKAGE + "DatagramChannelImpl",
            PACKAGE + "NioSocketImpl",
            PACKAGE + "ServerSocketChannelImpl",
            PACKAGE + "SinkChannelImpl",
            PACKAGE + "SocketChannelImpl",
            PACKAGE + "SourceChannelImpl");

    @Override
    public Set<String> classes() {
        return SIGNALLING;
    }

    @Override
    public void apply(ClassNode target) {
        int signals = Edit.allCalls(
                target,
                method -> true,
                Edit.named(PACKAGE + "NativeThread", "signal"),
                (method, call) ->
                        method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "signal", "(J)V")));
        if (target.name.equals(PACKAGE + "SocketChannelImpl") && signals == 0) {
            throw Edit.mismatch(this, target, "calls", 2, 0);
        }
        if (target.name.equals(DISPATCHER)) {
            Edit.calls(target, method -> true, Edit.named(DISPATCHER, "preClose0"), 1, this, this::addWakeUp);
        }
    }

    private void addWakeUp(MethodNode method, MethodInsnNode call) {
        // preClose0(fd); WeftPoller.closed(fd); the descriptor is the first parameter of a static method
        method.instructions.insert(call, Edit.invoke(PACKAGE + "WeftPoller", "closed", "(Ljava/io/FileDescriptor;)V"));
        method.instructions.insert(call, new VarInsnNode(Opcodes.ALOAD, 0));
    }
}

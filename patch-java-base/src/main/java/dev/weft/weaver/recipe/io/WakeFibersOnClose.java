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

    @Override
    public Set<String> classes() {
        return Set.of(DISPATCHER, PACKAGE + "SocketChannelImpl");
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> true,
                Edit.named(PACKAGE + "NativeThread", "signal"),
                2,
                this,
                (method, call) ->
                        method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "signal", "(J)V")));
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

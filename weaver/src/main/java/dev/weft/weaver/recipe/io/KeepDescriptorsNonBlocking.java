package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A channel whose descriptor a fiber has made non-blocking leaves it so when the user changes the mode: the channel's
 * own fields keep what the user sees. Otherwise a timed read by one fiber, which ends by setting the mode back, would
 * let the write of another one block its carrier.
 */
public final class KeepDescriptorsNonBlocking implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String FD_AND_MODE = "(Ljava/io/FileDescriptor;Z";
    private static final String CHANNEL = "Ljava/nio/channels/spi/AbstractSelectableChannel;";

    /** Methods that set the mode of another descriptor than the channel's own. */
    private static final Set<String> OF_NEW_DESCRIPTORS = Set.of("finishAccept", "repairSocket");

    private static final Map<String, Integer> SITES = Map.of(
            PACKAGE + "SocketChannelImpl", 2,
            PACKAGE + "ServerSocketChannelImpl", 2,
            PACKAGE + "DatagramChannelImpl", 5,
            PACKAGE + "SourceChannelImpl", 1,
            PACKAGE + "SinkChannelImpl", 1);

    @Override
    public Set<String> classes() {
        return SITES.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                KeepDescriptorsNonBlocking::setsOwnMode,
                Edit.named(PACKAGE + "IOUtil", "configureBlocking"),
                SITES.get(target.name),
                this,
                (method, call) -> {
                    // WeftSockets.configureBlocking(fd, mode, this)
                    method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                    method.instructions.set(
                            call,
                            Edit.invoke(PACKAGE + "WeftSockets", "configureBlocking", FD_AND_MODE + CHANNEL + ")V"));
                    method.maxStack += 1;
                });
    }

    private static boolean setsOwnMode(MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) == 0 && !OF_NEW_DESCRIPTORS.contains(method.name);
    }
}

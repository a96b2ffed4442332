package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Urgent data of a socket in blocking mode waits for room. The JDK does not, where the descriptor does not block: it
 * says that there is none.
 */
public final class AwaitUrgentData implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String SOCKET = PACKAGE + "NioSocketImpl";
    private static final String CHANNEL = "Ljava/nio/channels/spi/AbstractSelectableChannel;";

    /** Calls per class: a channel has one for each mode. */
    private static final Map<String, Integer> SITES = Map.of(SOCKET, 1, PACKAGE + "SocketChannelImpl", 2);

    @Override
    public Set<String> classes() {
        return SITES.keySet();
    }

    @Override
    public void apply(ClassNode target) {
        boolean isChannel = !target.name.equals(SOCKET);
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_STATIC) == 0,
                Edit.named(PACKAGE + "Net", "sendOOB"),
                SITES.get(target.name),
                this,
                (method, call) -> {
                    // WeftSockets.sendUrgent(fd, data), and of channels (fd, data, this)
                    if (isChannel) {
                        method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                        method.maxStack += 1;
                    }
                    String desc = isChannel ? call.desc.replace(")", CHANNEL + ")") : call.desc;
                    method.instructions.set(call, Edit.invoke(PACKAGE + "WeftSockets", "sendUrgent", desc));
                });
    }
}

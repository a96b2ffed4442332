package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Each operation that may block begins by noting the native thread that does it. There a fiber makes the descriptor
 * non-blocking, so that the operation itself, which comes first, does not block its carrier; only then does the JDK's
 * code wait, by {@code Net.poll}.
 */
public final class ClearBlockingModeInFibers implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String HELPER = PACKAGE + "WeftSockets";
    private static final String SOCKET = PACKAGE + "NioSocketImpl";
    private static final String CHANNEL = "java/nio/channels/spi/AbstractSelectableChannel";
    private static final String FD = "Ljava/io/FileDescriptor;";

    /** Operations per class: read, write, accept, connect, finish connecting. */
    private static final Map<String, Integer> SITES = Map.of(
            SOCKET,
            4,
            PACKAGE + "SocketChannelImpl",
            4,
            PACKAGE + "ServerSocketChannelImpl",
            1,
            PACKAGE + "DatagramChannelImpl",
            2,
            PACKAGE + "SourceChannelImpl",
            1,
            PACKAGE + "SinkChannelImpl",
            1);

    @Override
    public Set<String> classes() {
        return SITES.keySet();
    }

    @Override
    public Set<String> suspendingTwins() {
        return Set.of(HELPER + ".enter" + desc(SOCKET), HELPER + ".enter" + desc(CHANNEL));
    }

    @Override
    public void apply(ClassNode target) {
        String desc = desc(target.name.equals(SOCKET) ? SOCKET : CHANNEL);
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_STATIC) == 0,
                Edit.named(PACKAGE + "NativeThread", "current"),
                SITES.get(target.name),
                this,
                (method, call) -> {
                    // WeftSockets.enter(this, this.fd)
                    InsnList arguments = new InsnList();
                    arguments.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    arguments.add(new VarInsnNode(Opcodes.ALOAD, 0));
                    arguments.add(new FieldInsnNode(Opcodes.GETFIELD, target.name, "fd", FD));
                    method.instructions.insertBefore(call, arguments);
                    method.instructions.set(call, Edit.invoke(HELPER, "enter", desc));
                    method.maxStack += 2;
                });
    }

    private static String desc(String type) {
        return "(L" + type + ";" + FD + ")J";
    }
}

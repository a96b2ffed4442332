package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Unix domain sockets: a fiber that finds the server's queue full tries again, parked in between. */
public final class ConnectUnixSocketsByTrying implements Recipe {
    private static final String CHANNEL = "sun/nio/ch/SocketChannelImpl";
    private static final String ARGUMENTS = "(Ljava/io/FileDescriptor;Ljava/net/SocketAddress;";
    private static final String SELF = "Ljava/nio/channels/spi/AbstractSelectableChannel;";

    @Override
    public Set<String> classes() {
        return Set.of(CHANNEL);
    }

    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                method -> (method.access & Opcodes.ACC_STATIC) == 0,
                call -> Edit.named("sun/nio/ch/UnixDomainSockets", "connect").test(call)
                        && call.desc.equals(ARGUMENTS + ")I"),
                2,
                this,
                (method, call) -> {
                    // WeftSockets.connect(fd, address, this)
                    method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
                    method.instructions.set(
                            call, Edit.invoke("sun/nio/ch/WeftSockets", "connect", ARGUMENTS + SELF + ")I"));
                    method.maxStack += 1;
                });
    }
}

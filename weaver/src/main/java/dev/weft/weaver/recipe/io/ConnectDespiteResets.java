package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A connect that blocks succeeds as soon as the connection is there, whatever becomes of it then; a fiber's asks later,
 * and would fail if the peer has reset the connection meanwhile. The next read or write of the socket tells: see {@code
 * WeftLateErrors}.
 */
public final class ConnectDespiteResets implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String SOCKET = PACKAGE + "NioSocketImpl";
    private static final String ERRORS = PACKAGE + "WeftLateErrors";
    private static final String FD = "(Ljava/io/FileDescriptor;";

    /** The parameter of {@code tryWrite} that has the descriptor. */
    private static final int DESCRIPTOR = 1;

    @Override
    public Set<String> classes() {
        return Set.of(SOCKET, PACKAGE + "SocketChannelImpl");
    }

    /** {@code Net.pollConnectNow(fd)} becomes {@code WeftLateErrors.hasConnected(fd)}, where there is no timeout. */
    @Override
    public void apply(ClassNode target) {
        Edit.calls(
                target,
                Edit.methodNamed("connect"),
                Edit.named(PACKAGE + "Net", "pollConnectNow"),
                1,
                this,
                (method, call) -> method.instructions.set(call, Edit.invoke(ERRORS, "hasConnected", call.desc)));
        // a channel's write asks by itself
        if (target.name.equals(SOCKET)) {
            tellWriters(target);
        }
    }

    private void tellWriters(ClassNode target) {
        int found = 0;
        for (MethodNode method : target.methods) {
            if (method.name.equals("tryWrite") && method.desc.startsWith(FD)) {
                InsnList tell = new InsnList();
                tell.add(new VarInsnNode(Opcodes.ALOAD, DESCRIPTOR));
                tell.add(Edit.invoke(ERRORS, "tellWriter", FD + ")V"));
                method.instructions.insert(tell);
                found++;
            }
        }
        if (found != 1) {
            throw Edit.mismatch(this, target, "methods tryWrite", 1, found);
        }
    }
}

package dev.weft.weaver.recipe.io;

import dev.weft.weaver.recipe.Edit;
import dev.weft.weaver.recipe.Recipe;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Whoever closes a descriptor, or shuts it down, signals the native threads that block in an operation on it. A fiber
 * has none: it is woken through the poller, after the descriptor's number has been given to a file that is always
 * ready. Where nobody is left to be woken, the poller forgets who has waited for the descriptor, or it would keep a
 * thread that has ended.
 */
public final class WakeFibersOnClose implements Recipe {
    private static final String PACKAGE = "sun/nio/ch/";
    private static final String DISPATCHER = PACKAGE + "FileDispatcherImpl";
    private static final String SOCKETS = PACKAGE + "WeftSockets";

    /** Waited for by its own descriptor. */
    private static final String SELECTOR = PACKAGE + "EPollSelectorImpl";

    /** Likewise, by the threads of a group of asynchronous channels. */
    private static final String PORT = PACKAGE + "EPollPort";

    private static final String CHANNEL = PACKAGE + "SocketChannelImpl";

    /**
     * Until 17.0.20 each kind of socket signals, and each dispatcher replaces; later updates do both in the first
     * class.
     */
    private static final Set<String> OLDER = Set.of(
            PACKAGE + "DatagramDispatcher",
            PACKAGE + "SocketDispatcher",
            PACKAGE + "DatagramChannelImpl",
            PACKAGE + "NioSocketImpl",
            PACKAGE + "ServerSocketChannelImpl",
            PACKAGE + "SinkChannelImpl",
            PACKAGE + "SourceChannelImpl");

    @Override
    public Set<String> classes() {
        Set<String> all = new HashSet<>(OLDER);
        all.add(CHANNEL);
        all.add(DISPATCHER);
        all.add(SELECTOR);
        all.add(PORT);
        return all;
    }

    @Override
    public Set<String> classesOfSomeUpdates() {
        return OLDER;
    }

    @Override
    public void apply(ClassNode target) {
        int signals = Edit.allCalls(
                target,
                method -> true,
                Edit.named(PACKAGE + "NativeThread", "signal"),
                (method, call) -> method.instructions.set(call, Edit.invoke(SOCKETS, "signal", "(J)V")));
        if (target.name.equals(CHANNEL)) {
            Edit.calls(
                    target,
                    method -> method.name.startsWith("shutdown"),
                    Edit.named(SOCKETS, "signal"),
                    2,
                    this,
                    WakeFibersOnClose::addDescriptor);
        }
        int replaced = Edit.allCalls(target, method -> true, Edit.named(DISPATCHER, "preClose0"), this::addWakeUp);
        int closed = Edit.allCalls(
                target,
                method -> true,
                Edit.named(DISPATCHER, "close0").or(Edit.named(DISPATCHER, "closeIntFD")),
                WakeFibersOnClose::addForgetting);
        if (Set.of(SELECTOR, PORT).contains(target.name) && closed == 0) {
            throw Edit.mismatch(this, target, "calls of closeIntFD", 1, 0);
        }
        if (target.name.equals(DISPATCHER) && replaced != 1 || target.name.equals(CHANNEL) && signals == 0) {
            throw Edit.mismatch(this, target, "calls", 1, 0);
        }
    }

    /** Who shuts a channel down signals with the descriptor as it is: {@code WeftSockets.signal(thread, this.fd)}. */
    private static void addDescriptor(MethodNode method, MethodInsnNode call) {
        String fd = "Ljava/io/FileDescriptor;";
        method.instructions.insertBefore(call, new VarInsnNode(Opcodes.ALOAD, 0));
        method.instructions.insertBefore(call, new FieldInsnNode(Opcodes.GETFIELD, CHANNEL, "fd", fd));
        method.instructions.set(call, Edit.invoke(SOCKETS, "signal", "(J" + fd + ")V"));
        method.maxStack++;
    }

    private static void addForgetting(MethodNode method, MethodInsnNode call) {
        // WeftPoller.forget(fd); close0(fd); and the same with the number
        String desc = call.desc.substring(0, call.desc.indexOf(')')) + ")V";
        method.maxStack++;
        method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
        method.instructions.insertBefore(call, Edit.invoke(PACKAGE + "WeftPoller", "forget", desc));
    }

    private void addWakeUp(MethodNode method, MethodInsnNode call) {
        // preClose0(fd); WeftPoller.closed(fd); the descriptor is the first parameter of the method
        int descriptor = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        method.instructions.insert(call, Edit.invoke(PACKAGE + "WeftPoller", "closed", "(Ljava/io/FileDescriptor;)V"));
        method.instructions.insert(call, new VarInsnNode(Opcodes.ALOAD, descriptor));
    }
}
